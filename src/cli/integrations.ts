import type { Command } from "commander"
import type { ModeName } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import {
  createIntegration,
  deactivateIntegration,
  findIntegrationAnywhere,
  listIntegrations,
  presentIntegration,
} from "../events/webhooks/integrations.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actFor, actOn } from "./shared/act.ts"
import { modeNamed, print, resolveAccount, table, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }

export function integrationCommands(vintem: Command): void {
  const integrations = vintem
    .command("integrations")
    .description("Manage integrations: marketing tools that receive purchases (PURCHASE_APPROVED, PURCHASE_REFUSED).")

  ofAccount(integrations.command("create"))
    .description("Send the account's purchases to a URL from now on. The signing secret is shown once.")
    .requiredOption("--url <url>", "an https URL without credentials, at a public address")
    .action(({ url, ...options }: Options & { url: string }) =>
      withModes(async (modes) => {
        const { done } = await actFor(modes, options, { action: "integration.create" }, async (tx, scope) => {
          const { row, secret } = await createIntegration(tx, scope, url)
          return { ...presentIntegration(row), secret }
        })
        print(options.json, done, () => `${done.id}\n${done.secret}\n(the secret is not shown again)`)
      }),
    )

  ofAccount(integrations.command("list"))
    .description("List the integrations of an account, oldest first.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const mode = modeNamed(modes, options.mode)
        const { id } = await resolveAccount(modes, mode, options.account)
        const rows = (await listIntegrations(mode.database, id)).map(presentIntegration)
        print(options.json, rows, (list) =>
          table(
            list.map((each) => [each.id, each.active ? "active" : "inactive", each.url]),
            "No integrations.",
          ),
        )
      }),
    )

  integrations
    .command("deactivate")
    .argument("<id>", "int_…")
    .description("Deactivate an integration and cancel its pending deliveries.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        const missing = `No such integration: '${id}'. List them with: vintem integrations list --mode MODE`
        const { done } = await actOn(
          modes,
          { action: "integration.deactivate", id, missing, find: findIntegrationAnywhere },
          async (tx, _, integration) => must(await deactivateIntegration(tx, integration), id),
        )
        print(json, presentIntegration(done), () => `${id} is deactivated.`)
      }),
    )
}
