import type { Command } from "commander"
import { type Account, createAccount, listAccounts } from "../accounts/accounts.ts"
import { everyMode, print, readName, table, withModes } from "./operator.ts"

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
        const account = await modes.test.database.transaction((tx) => createAccount(tx, modes.test.clock, name))
        for (const { database, clock } of everyMode(modes).slice(1)) {
          await database.transaction((tx) => createAccount(tx, clock, name, account.id))
        }
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
