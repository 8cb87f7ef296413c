// How an account signs in at its acquirer to list and answer chargebacks.
import type { Command } from "commander"
import { load } from "js-yaml"
import { establishmentsOf } from "../acquirers/establishments.ts"
import { Refusal } from "../base/errors.ts"
import { type DeskSettings, presentDesk, removeDesk, setDesk } from "../payments/chargebacks/desk.ts"
import { findDesk } from "../payments/chargebacks/store.ts"
import { actFor } from "./shared/act.ts"
import { modeNamed, print, resolveAccount, table, withModes } from "./shared/operator.ts"
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
        const { done } = await actFor(modes, { mode: "live", ...options }, action, async (tx, { mode, account, now }) => {
          if (settings.head === null && (await establishmentsOf(tx, account, ACQUIRER)).length === 0)
            throw new Refusal(
              "desk_invalid",
              "The account has no EC numbers. Set them with 'vintem acquirer set --ec', or name the head.",
            )
          return setDesk(tx, { account, now, ring: mode.ring }, ACQUIRER, settings)
        })
        print(options.json, presentDesk(done), asText)
      }),
    )

  ofAccount(chargebacks.command("show"))
    .description("Show the access, without its secrets.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const mode = modeNamed(modes, "live")
        const { id } = await resolveAccount(modes, mode, options.account)
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

/** Throws an error that names the member, and never its value. */
function readSettings(text: string): DeskSettings {
  let given: unknown
  try {
    given = load(text)
  } catch {
    throw new Error("The file of --credentials-file is neither YAML nor JSON.")
  }
  const members = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>
  const unknown = Object.keys(members).find((name) => name !== "head" && !NEEDED.some((needed) => needed === name))
  if (unknown !== undefined) throw new Error(`The file of --credentials-file has an unknown member: ${unknown}`)
  const textOf = (name: (typeof NEEDED)[number]) => {
    const value = members[name]
    if (typeof value === "string" && value.trim() !== "") return value.trim()
    throw new Error(`The file of --credentials-file needs a text in ${name}.`)
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
