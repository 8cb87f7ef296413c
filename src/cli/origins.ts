import type { Command } from "commander"
import { deleteOrigin, listOrigins, registerOrigin } from "../accounts/origins.ts"
import type { OriginRow } from "../accounts/tables.ts"
import type { ModeName } from "../base/mode-name.ts"
import type { Scope } from "../modes/wiring.ts"
import { actFor } from "./shared/act.ts"
import { accountIn, print, readMode, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }

export function originCommands(vintem: Command): void {
  const origins = vintem
    .command("origins")
    .description("Manage the browser origins from which an account's publishable keys can be used.")

  command(origins, "add", "Allow an origin: scheme://host[:port].", true).action((origin: string, options: Options) =>
    withModes(async (modes) => {
      const { scope, done } = await actFor(modes, options, { action: "origin.add", target: origin }, (tx, scope) =>
        registerOrigin(tx, scope, origin),
      )
      print(options.json, present(done.row, scope), () => `${done.row.origin} is allowed.`)
    }),
  )

  command(origins, "list", "List the origins of an account.", false).action((options: Options) =>
    withModes(async (modes) => {
      const {
        mode,
        account: { id },
      } = await accountIn(modes, options.mode, options.account)
      const rows = (await listOrigins(mode.database, id)).map((row) => present(row, { mode }))
      print(options.json, rows, (list) => (list.length > 0 ? list.map(({ origin }) => origin).join("\n") : "No origins."))
    }),
  )

  command(origins, "remove", "Remove an origin.", true).action((origin: string, options: Options) =>
    withModes(async (modes) => {
      const { done } = await actFor(modes, options, { action: "origin.remove", target: origin }, (tx, scope) =>
        deleteOrigin(tx, scope, origin),
      )
      print(options.json, { object: "merchant_origin", origin: done.origin, deleted: true }, () => `${done.origin} is removed.`)
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

function present({ origin, created }: OriginRow, { mode }: Pick<Scope, "mode">) {
  return { object: "merchant_origin", origin, livemode: mode.livemode, created }
}
