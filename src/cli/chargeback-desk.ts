// How an account signs in at its acquirer to list and answer chargebacks.
import type { Command } from "commander"
import { load } from "js-yaml"
import { establishmentsOf } from "../acquirers/establishments.ts"
import { recordDone } from "../audit/log.ts"
import { Refusal } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { type DeskSettings, presentDesk, removeDesk, setDesk } from "../payments/chargebacks/desk.ts"
import { findDesk } from "../payments/chargebacks/store.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { actFor } from "./shared/act.ts"
import { currentActor } from "./shared/actor.ts"
import { accountIn, print, table, withModes } from "./shared/operator.ts"
import { readSecretFile } from "./shared/secret-file.ts"

type Options = { account?: string; json?: boolean }
type Presented = ReturnType<typeof presentDesk>

/** The only acquirer that has such a desk. */
const ACQUIRER = "cielo"
const MAX_FILE_BYTES = 64 * 1024
const NEEDED = ["client_id", "client_secret", "certificate", "key", "user_name"] as const

export function chargebackDeskCommands(acquirer: Command): void {
  const chargebacks = acquirer
    .command("chargebacks")
    .description("Manage an account's access to Cielo's Chargeback API, with which chargebacks are listed and answered.")
  const ofAccount = (command: Command) =>
    command.option("--account <id>", "the account; optional if there is only one").option("--json", "print one JSON value")

  ofAccount(chargebacks.command("set"))
    .description("Set the access, or replace it. Chargebacks are listed at once, and then twice a day.")
    .requiredOption(
      "--credentials-file <path>",
      `YAML or JSON with ${NEEDED.join(", ")} (PEM for certificate and key; user_name is the e-mail of a user of Cielo's portal), and head, the EC number of the head, if the account's own EC numbers are not to be used; - reads it from stdin`,
    )
    .action(({ credentialsFile, ...options }: Options & { credentialsFile: string }) =>
      withModes(async (modes) => {
        const settings = readSettings(await readSecretFile(credentialsFile, "--credentials-file", MAX_FILE_BYTES))
        const action = { action: "acquirer.set_chargebacks" } as const
        const { done } = await actFor(modes, { mode: "live", ...options }, action, (tx, { mode, account, now }) =>
          setDeskOf(tx, { account, now, ring: mode.ring }, settings),
        )
        print(options.json, presentDesk(done), asText)
      }),
    )

  ofAccount(chargebacks.command("show"))
    .description("Show the access, without its secrets.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, "live", options.account)
        const row = await findDesk(mode.database, id, ACQUIRER)
        if (!row) throw new Error(`The account ${id} has no access to chargebacks. Set it with: vintem acquirer chargebacks set`)
        print(options.json, presentDesk(row), asText)
      }),
    )

  ofAccount(chargebacks.command("remove"))
    .description("Remove the access. Chargebacks are no longer listed, and are answered at Cielo.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const action = { action: "acquirer.remove_chargebacks" } as const
        const { done } = await actFor(modes, { mode: "live", ...options }, action, (tx, { account }) =>
          removeDesk(tx, account, ACQUIRER),
        )
        print(options.json, presentDesk(done), ({ account }) => `${account} has no access to chargebacks now.`)
      }),
    )
}

/** Sets the access of an account. Throws Refusal if Cielo could not be told which of its numbers to list. */
async function setDeskOf(tx: Transaction, scope: { account: string; now: number; ring: KeyRing }, settings: DeskSettings) {
  if (settings.head === null && (await establishmentsOf(tx, scope.account, ACQUIRER)).length === 0)
    throw new Refusal(
      "desk_invalid",
      "The account has no EC numbers. Set them with 'vintem acquirer set --ec', or name the head.",
    )
  return setDesk(tx, scope, ACQUIRER, settings)
}

/** The access to chargebacks in the file of an acquirer's credentials. Null removes it. */
export type DeskInFile = DeskSettings | null

/** Sets or removes the access as a file of credentials says, with an entry in the audit log of its own. */
export async function changeDesk(tx: Transaction, scope: { account: string; now: number; ring: KeyRing }, given: DeskInFile) {
  const { account } = scope
  if (given === null && !(await findDesk(tx, account, ACQUIRER))) return
  const { id: target } = await (given ? setDeskOf(tx, scope, given) : removeDesk(tx, account, ACQUIRER))
  const action = given ? "acquirer.set_chargebacks" : "acquirer.remove_chargebacks"
  await recordDone(tx, currentActor(), { action, account, target })
}

/** What is no secret of the access, as the acquirer of an account shows it. Null if there is none. */
export async function shownDesk(db: Queries, account: string) {
  const row = await findDesk(db, account, ACQUIRER)
  if (!row) return null
  const { client_id, user_name, head, certificate_ends_at } = presentDesk(row)
  return { client_id, user_name, head, certificate_ends_at: new Date(certificate_ends_at * 1000).toISOString() }
}

/** Throws an error that names the member, and never its value. */
function readSettings(text: string): DeskSettings {
  let given: unknown
  try {
    given = load(text)
  } catch {
    throw new Error("The file of --credentials-file is neither YAML nor JSON.")
  }
  return readDesk(given)
}

/** Reads the members of the access. `path` is that of the group. Throws an error that names the member, and never its value. */
export function readDesk(given: unknown, path = ""): DeskSettings {
  const members = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>
  const unknown = Object.keys(members).find((name) => name !== "head" && !NEEDED.some((needed) => needed === name))
  if (unknown !== undefined) throw new Error(`The file of --credentials-file has an unknown member: ${path}${unknown}`)
  const textOf = (name: (typeof NEEDED)[number]) => {
    const value = members[name]
    if (typeof value === "string" && value.trim() !== "") return value.trim()
    throw new Error(`The file of --credentials-file needs a text in ${path}${name}.`)
  }
  const { head = null } = members
  if (head !== null && !/^\d{10}$/.test(String(head))) throw new Error("The head must have 10 digits.")
  const user_name = textOf("user_name")
  if (!/^[^\s@]+@[^\s@]+$/.test(user_name) || user_name.length > 256) throw new Error("The user_name must be an e-mail address.")
  const [client_id, client_secret, certificate, key] = [
    ...[textOf("client_id"), textOf("client_secret"), textOf("certificate"), textOf("key")],
  ] as [string, string, string, string]
  return { client_id, client_secret, certificate, key, user_name, head: head === null ? null : String(head) }
}

function asText({ account, name, client_id, user_name, head, certificate_ends_at, listed_at }: Presented): string {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString()
  return table([
    ["account", account],
    ["acquirer", name],
    ["client id", client_id],
    ["user", user_name],
    ["head", head],
    ["certificate until", time(certificate_ends_at)],
    ["last listed", listed_at === null ? null : time(listed_at)],
  ])
}
