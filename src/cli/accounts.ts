import type { Command } from "commander"
import { type Account, listAccounts } from "../accounts/accounts.ts"
import { newId } from "../ids.ts"
import { actToCreateAccount } from "./act.ts"
import { print, readName, table, withModes } from "./operator.ts"

export function accountCommands(vintem: Command): void {
  const accounts = vintem
    .command("accounts")
    .description("Manage accounts, the merchants of this platform. Every API key belongs to one.")

  accounts
    .command("create")
    .description("Create an account.")
    .requiredOption("--name <name>", "the name of the account", readName)
    .option("--json", "print one JSON value")
    .action(({ name, json }) =>
      withModes(async (modes) => {
        const id = newId("acct")
        const account = await actToCreateAccount(modes.test, name, id)
        if (modes.live) await actToCreateAccount(modes.live, name, id)
        print(json, present(account), ({ id }) => `${id}  ${name}`)
      }),
    )

  accounts
    .command("list")
    .description("List the accounts, oldest first.")
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async ({ test }) => {
        const rows = await listAccounts(test.database)
        print(json, rows.map(present), (list) => table(list.map(({ id, name }) => [id, name])))
      }),
    )
}

function present({ id, name, created }: Account) {
  return { id, name, created }
}
