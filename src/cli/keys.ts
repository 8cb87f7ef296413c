import { type Command, InvalidArgumentError } from "commander"
import { createAccount, listAccounts } from "../accounts/accounts.ts"
import { type ApiKey, createKey, type KeyKind, listKeys, revokeKey } from "../accounts/keys.ts"
import { ACCESS_SCOPES, type AccessScope } from "../accounts/scopes.ts"
import { everyMode, type ModeName, modeNamed, print, readMode, resolveAccount, table, withModes } from "./operator.ts"

type CreateOptions = {
  mode: ModeName
  kind: KeyKind
  account?: string
  scopes?: AccessScope[]
  expires?: number
  json?: boolean
}

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
    .option("--json", "print one JSON value")
    .action(createOne)

  keys
    .command("list")
    .description("List the keys of both modes, without the keys themselves.")
    .option("--account <id>", "only keys of this account")
    .option("--json", "print one JSON value")
    .action(({ account, json }) =>
      withModes(async (modes) => {
        const lists = await Promise.all(everyMode(modes).map(({ database, livemode }) => listKeys(database, livemode)))
        const wanted = lists.flat().filter((key) => !account || key.account === account)
        print(json, wanted, (list) => table(list.map((key) => [key.id, key.mode, key.kind, key.account, state(key)])))
      }),
    )

  keys
    .command("revoke")
    .argument("<id>", "key_…")
    .description("Revoke a key. It stops working at once, everywhere.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        for (const { database, clock } of everyMode(modes)) {
          const revoked = await database.transaction((tx) => revokeKey(tx, clock, id))
          if (revoked) return print(json, revoked, () => `${id} is revoked.`)
        }
        throw new Error(`No such key: '${id}'. List them with: vintem keys list`)
      }),
    )
}

async function createOne(options: CreateOptions, command: Command): Promise<void> {
  const { kind, scopes = [], expires = null, json } = options
  if (kind === "restricted" && scopes.length === 0) command.error("error: a restricted key requires --scopes")
  if (kind !== "restricted" && scopes.length > 0) command.error("error: only a restricted key can have --scopes")
  await withModes(async (modes) => {
    const mode = modeNamed(modes, options.mode)
    if (!options.account && (await listAccounts(modes.test.database)).length === 0) {
      await modes.test.database.transaction((tx) => createAccount(tx, modes.test.clock, "First account"))
    }
    const { id: account } = await resolveAccount(modes, mode, options.account)
    const key = await mode.database.transaction((tx) => createKey(tx, mode, { account, kind, scopes, expires_at: expires }))
    print(json, key, () => `${key.key}\n(${key.id} of ${account}; the key is not shown again)`)
  })
}

function state({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at !== null) return "revoked"
  if (expires_at === null) return "active"
  return `${expires_at * 1000 < Date.now() ? "expired" : "expires"} ${new Date(expires_at * 1000).toISOString()}`
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

const UNITS: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 }

/** Reads a time or a duration from now. Returns Unix seconds of real time. */
export function readExpiry(text: string): number {
  const span = /^(\d{1,6})([dhms])$/.exec(text)
  if (span) return Math.floor(Date.now() / 1000) + Number(span[1]) * UNITS[span[2]!]!
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new InvalidArgumentError("Must be like 30d, 12h, 15m or an ISO 8601 time.")
  return Math.floor(at / 1000)
}
