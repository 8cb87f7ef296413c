import { type Command, InvalidArgumentError } from "commander"
import { listAccounts } from "../accounts/accounts.ts"
import {
  type ApiKey,
  createKey,
  findKeyAnywhere,
  keyNameOf,
  listKeys,
  MAX_KEY_NAME,
  revokeKey,
  updateKey,
} from "../accounts/keys.ts"
import { ACCESS_SCOPES, type AccessScope } from "../accounts/scopes.ts"
import type { KeyKind } from "../accounts/tables.ts"
import { newId } from "../base/ids.ts"
import type { ModeName } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import { allOf } from "../http/mode.ts"
import { DEFAULT_VERSION, type Version } from "../versions.ts"
import { actFor, actOn, actToCreateAccount } from "./shared/act.ts"
import { mustFindAccount, namesOf, print, readMode, table, withModes, withModesOrNew } from "./shared/operator.ts"
import { readTime } from "./shared/time.ts"
import { readVersion } from "./shared/version.ts"

type CreateOptions = {
  mode: ModeName
  kind: KeyKind
  account?: string
  scopes?: AccessScope[]
  expires?: number
  name?: string
  serviceVersion?: Version
  json?: boolean
}

type UpdateOptions = Pick<CreateOptions, "name" | "serviceVersion" | "json">

export function keyCommands(vintem: Command): void {
  const keys = vintem
    .command("keys")
    .description("Manage API keys. A key is shown once, when it is created. Vintém stores only a keyed digest of it.")

  keys
    .command("create")
    .description("Create a key and print it. Creates a first account if there is none.")
    .requiredOption("--mode <mode>", "test or live", readMode)
    .requiredOption("--kind <kind>", "secret (for servers), publishable (for browsers) or restricted (by scopes)", readKind)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--scopes <a,b>", "the scopes of a restricted key: <resource>:read or <resource>:write", readScopes)
    .option("--expires <when>", "when the key expires: 30d, 12h, 15m or an ISO 8601 time", readExpiry)
    .option("--name <name>", "what people call the key, such as Checkout", readName)
    .option("--service-version <date>", `the version of its requests that name none; default: ${DEFAULT_VERSION}`, readVersion)
    .option("--json", "print one JSON value")
    .action(createOne)

  keys
    .command("list")
    .description("List the keys of both modes, without the keys themselves.")
    .option("--account <id>", "only keys of this account")
    .option("--json", "print one JSON value")
    .action(listAll)

  keys
    .command("update")
    .argument("<id>", "key_…")
    .description("Change the name of a key, or the version of the API that it is pinned to. It goes on working.")
    .option("--service-version <date>", "the version of its requests that name none", readVersion)
    .option("--name <name>", "what people call the key, such as Checkout", readName)
    .option("--json", "print one JSON value")
    .action(updateOne)

  keys
    .command("revoke")
    .argument("<id>", "key_…")
    .description("Revoke a key. It stops working at once, everywhere.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        const { done } = await actOn(
          modes,
          { action: "key.revoke", id, missing: missing(id), find: findKeyAnywhere },
          async (tx, { mode }, key) => must(await revokeKey(tx, mode.clock, key), id),
        )
        print(json, done, () => `${id} is revoked.`)
      }),
    )
}

async function listAll({ account, json }: { account?: string; json?: boolean }): Promise<void> {
  await withModes(async (modes) => {
    if (account) await mustFindAccount(modes, account)
    const lists = await Promise.all(allOf(modes).map(({ database, livemode }) => listKeys(database, livemode)))
    const wanted = lists.flat().filter((key) => !account || key.account === account)
    const cells = (key: ApiKey) => [
      key.id,
      key.mode,
      key.kind,
      key.account,
      state(key),
      key.service_version,
      visible(key),
      key.name ?? "",
    ]
    print(json, wanted, (list) => table(list.map(cells), "No keys."))
  })
}

const missing = (id: string) => `No such key: '${id}'. List them with: vintem keys list`

async function updateOne(id: string, { serviceVersion, name, json }: UpdateOptions, command: Command): Promise<void> {
  if (serviceVersion === undefined && name === undefined) command.error("error: say what to change: --service-version or --name")
  await withModes(async (modes) => {
    const { done } = await actOn(
      modes,
      { action: "key.update", id, missing: missing(id), find: findKeyAnywhere },
      async (tx, { mode }, key) => must(await updateKey(tx, mode.clock, key, { version: serviceVersion, name }), id),
    )
    print(
      json,
      done,
      ({ name, service_version }) => `${id}${name === null ? "" : ` (${name})`} has the version ${service_version}.`,
    )
  })
}

async function createOne(options: CreateOptions, command: Command): Promise<void> {
  const { kind, scopes = [], expires = null, name = null, serviceVersion, json } = options
  if (kind === "restricted" && scopes.length === 0) command.error("error: a restricted key requires --scopes")
  if (kind !== "restricted" && scopes.length > 0) command.error("error: only a restricted key can have --scopes")
  await withModesOrNew(async (modes) => {
    namesOf(modes, options.mode)
    if (!options.account && (await listAccounts(modes.test.database)).length === 0) {
      await actToCreateAccount(modes.test, "First account", newId("acct"))
    }
    const { done: key } = await actFor(modes, options, { action: "key.create" }, (tx, { mode, account }) =>
      createKey(tx, mode, { account, kind, scopes, version: serviceVersion, expires_at: expires, name }),
    )
    print(json, key, () => `${key.key}\n(${key.id} of ${key.account}; the key is not shown again)`)
  })
}

function state({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at !== null) return "revoked"
  if (expires_at === null) return "active"
  return `${expires_at * 1000 < Date.now() ? "expired" : "expires"} ${new Date(expires_at * 1000).toISOString()}`
}

const visible = ({ prefix, last4 }: ApiKey): string => (prefix === null ? "" : `${prefix}…${last4}`)

function readName(text: string): string {
  const name = keyNameOf(text)
  if (name === undefined)
    throw new InvalidArgumentError(
      `Must have 1 to ${MAX_KEY_NAME} characters, none of them a line break, and no key or card number.`,
    )
  return name
}

function readKind(text: string): KeyKind {
  if (text === "secret" || text === "publishable" || text === "restricted") return text
  throw new InvalidArgumentError("Must be secret, publishable or restricted.")
}

function readScopes(text: string): AccessScope[] {
  const scopes = text.split(",").map((part) => part.trim())
  const unknown = scopes.filter((scope) => !ACCESS_SCOPES.includes(scope as AccessScope))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Unknown scopes: ${unknown.join(", ")}. Use ${ACCESS_SCOPES.join(", ")}.`)
  return [...new Set(scopes)] as AccessScope[]
}

/** Reads a time in the future or a duration from now. Returns Unix seconds of real time. */
export function readExpiry(text: string): number {
  const expiry = readTime(text, 1)
  if (expiry * 1000 <= Date.now()) throw new InvalidArgumentError("Must be in the future: such a key would never work.")
  return expiry
}
