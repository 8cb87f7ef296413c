import { type Command, Option } from "commander"
import type { ModeName } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import {
  createIntegration,
  createUtmify,
  DEFAULT_PLATFORM,
  deactivateIntegration,
  findIntegrationAnywhere,
  listIntegrations,
  presentIntegration,
} from "../events/webhooks/integrations.ts"
import { INTEGRATION_KINDS, type IntegrationKind } from "../events/webhooks/tables.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actFor, actOn } from "./shared/act.ts"
import { accountIn, print, table, withModes } from "./shared/operator.ts"
import { readSecretFile } from "./shared/secret-file.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }
type Create = Options & { kind: IntegrationKind; url?: string; tokenFile?: string; platform?: string }

export function integrationCommands(vintem: Command): void {
  const integrations = vintem
    .command("integrations")
    .description("Manage integrations: marketing tools that receive purchases (PURCHASE_APPROVED, PURCHASE_REFUSED), and UTMify.")

  ofAccount(integrations.command("create"))
    .description("Send the account's purchases to a URL from now on, or to UTMify. A signing secret is shown once.")
    .addOption(new Option("--kind <kind>", "what receives them").choices(INTEGRATION_KINDS).default("envelope"))
    .option("--url <url>", "envelope: an https URL without credentials, at a public address")
    .option("--token-file <path>", "utmify: the file with the token that UTMify shows, or - for stdin")
    .option("--platform <name>", `utmify: the name of the shop there, such as MinhaLoja (default: "${DEFAULT_PLATFORM}")`)
    .action((options: Create, command: Command) => {
      const { url, tokenFile, platform } = options
      if (options.kind === "envelope") return createEnvelope(options, given(command, { url }, { tokenFile, platform }).url)
      return createForUtmify(options, given(command, { tokenFile }, { url }).tokenFile)
    })

  ofAccount(integrations.command("list"))
    .description("List the integrations of an account, oldest first.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, options.mode, options.account)
        const rows = (await listIntegrations(mode.database, id)).map(presentIntegration)
        print(options.json, rows, (list) =>
          table(
            list.map((each) => [each.id, each.kind, each.active ? "active" : "inactive", each.url]),
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

/** Returns the options that a kind needs. Ends with a usage error if one is missing, or one of the other kind is given. */
function given<Needed extends Record<string, string | undefined>>(
  command: Command,
  needed: Needed,
  others: Record<string, string | undefined>,
): { [Name in keyof Needed]: string } {
  const flag = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const { kind } = command.opts<Create>()
  for (const [name, value] of Object.entries(needed))
    if (value === undefined) command.error(`error: the kind ${kind} needs the option ${flag(name)}`, { exitCode: 2 })
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) command.error(`error: the kind ${kind} has no option ${flag(name)}`, { exitCode: 2 })
  return needed as { [Name in keyof Needed]: string }
}

function createEnvelope(options: Create, url: string): Promise<void> {
  return withModes(async (modes) => {
    const { done } = await actFor(modes, options, { action: "integration.create" }, async (tx, scope) => {
      const { row, secret } = await createIntegration(tx, scope, url)
      return { ...presentIntegration(row), secret }
    })
    print(options.json, done, () => `${done.id}\n${done.secret}\n(the secret is not shown again)`)
  })
}

async function createForUtmify(options: Create, tokenFile: string): Promise<void> {
  const token = await readSecretFile(tokenFile, "--token-file")
  return withModes(async (modes) => {
    const { done } = await actFor(modes, options, { action: "integration.create" }, async (tx, scope) =>
      presentIntegration(await createUtmify(tx, scope, { token, platform: options.platform })),
    )
    print(options.json, done, () => done.id)
  })
}
