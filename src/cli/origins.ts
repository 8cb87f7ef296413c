import type { Command } from "commander"
import { deleteOrigin, listOrigins, type OriginRow, registerOrigin } from "../accounts/origins.ts"
import { scopeOf } from "../accounts/scope.ts"
import type { Scope } from "../wiring.ts"
import { type ModeName, modeNamed, print, readMode, resolveAccount, withModes } from "./operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }

export function originCommands(vintem: Command): void {
  const origins = vintem
    .command("origins")
    .description("Manage the browser origins from which an account's publishable keys can be used.")

  command(origins, "add", "Allow an origin: scheme://host[:port].", true).action((origin: string, options: Options) =>
    withScope(options, async (scope) => {
      const { row } = await scope.mode.database.transaction((tx) => registerOrigin(tx, scope, origin))
      print(options.json, present(row, scope), () => `${row.origin} is allowed.`)
    }),
  )

  command(origins, "list", "List the origins of an account.", false).action((options: Options) =>
    withScope(options, async (scope) => {
      const rows = await listOrigins(scope.mode.database, scope.account)
      print(
        options.json,
        rows.map((row) => present(row, scope)),
        (list) => list.map(({ origin }) => origin).join("\n"),
      )
    }),
  )

  command(origins, "remove", "Remove an origin.", true).action((origin: string, options: Options) =>
    withScope(options, async (scope) => {
      const row = await scope.mode.database.transaction((tx) => deleteOrigin(tx, scope, origin))
      print(options.json, { object: "merchant_origin", origin: row.origin, deleted: true }, () => `${row.origin} is removed.`)
    }),
  )
}

function command(parent: Command, name: string, description: string, takesOrigin: boolean): Command {
  const made = parent.command(name).description(description)
  if (takesOrigin) made.argument("<origin>", "for example https://shop.example")
  return made
    .requiredOption("--mode <mode>", "test or live", readMode)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--json", "print one JSON value")
}

function withScope(options: Options, work: (scope: Scope) => Promise<void>): Promise<void> {
  return withModes(async (modes) => {
    const mode = modeNamed(modes, options.mode)
    const { id } = await resolveAccount(modes, mode, options.account)
    await work(await scopeOf(mode.database, mode, id))
  })
}

function present({ origin, created }: OriginRow, { mode }: Scope) {
  return { object: "merchant_origin", origin, livemode: mode.livemode, created }
}
