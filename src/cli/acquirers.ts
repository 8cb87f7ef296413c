import { type Command, InvalidArgumentError, Option } from "commander"
import type { AcquirerKind } from "../acquirers/acquirer.ts"
import { findCurrentCredentials, presentCredentials, setCredentials } from "../acquirers/credentials.ts"
import { establishmentsOf, setEstablishments } from "../acquirers/establishments.ts"
import type { CredentialsRow, Funds } from "../acquirers/table.ts"
import type { Mode } from "../modes/wiring.ts"
import { removeAcquirer } from "../payments/remove-acquirer.ts"
import { STATEMENT_ACQUIRER } from "../statements/acquirer.ts"
import { chargebackDeskCommands } from "./chargeback-desk.ts"
import { actFor } from "./shared/act.ts"
import { type Modes, modeNamed, print, resolveAccount, table, withModes } from "./shared/operator.ts"
import { readSecretFile } from "./shared/secret-file.ts"

type Options = { account?: string; json?: boolean }
type SetOptions = Options & {
  name: AcquirerKind
  merchantId: string
  merchantKeyFile: string
  boletoProvider?: string
  funds?: Funds
  ec?: string[]
}
type Presented = Awaited<ReturnType<typeof presented>>

export function acquirerCommands(vintem: Command, kinds: readonly AcquirerKind[]): void {
  const acquirer = vintem
    .command("acquirer")
    .description("Manage the acquirer that takes an account's payments in live mode. Test mode always has the mock.")

  ofAccount(acquirer.command("set"))
    .description(
      "Set the acquirer of an account, or replace it. Payments that were made before stay at the acquirer that made them.",
    )
    .requiredOption("--name <name>", `the acquirer: ${namesOf(kinds)}`, (name) => readKind(kinds, name))
    .requiredOption("--merchant-id <id>", "the account's merchant id at the acquirer (Cielo: MerchantId)")
    .requiredOption(
      "--merchant-key-file <path>",
      "a file that contains only the account's key at the acquirer; - reads it from stdin",
    )
    .option("--boleto-provider <bank>", "the bank that issues the account's boletos, if the acquirer offers several")
    .addOption(
      new Option(
        "--funds <who>",
        "who pays the money of later sales to the merchant: the acquirer itself, or the platform by payouts (default: as before for the same acquirer and merchant id, and otherwise acquirer)",
      ).choices(["acquirer", "platform"] satisfies Funds[]),
    )
    .option(
      "--ec <numbers>",
      "Cielo's numbers of the merchant (EC), which statements name, with commas between them (default: as before)",
      (text) => text.split(",").map((each) => each.trim()),
    )
    .action(setOne)

  ofAccount(acquirer.command("show"))
    .description("Show the acquirer of an account, without its key.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const mode = modeNamed(modes, "live")
        const { id } = await resolveAccount(modes, mode, options.account)
        const credentials = await findCurrentCredentials(mode.database, id)
        if (!credentials) throw new Error(`The account ${id} has no acquirer. Set one with: vintem acquirer set`)
        print(options.json, await presented(mode, credentials), asText)
      }),
    )

  ofAccount(acquirer.command("remove"))
    .description("Remove the acquirer of an account. Its live payments are then refused. Earlier ones can still be refunded.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const { done } = await act(modes, options, "acquirer.remove", removeAcquirer)
        print(options.json, presentCredentials(done), ({ account, name }) => `${account} has no acquirer now; it had ${name}.`)
      }),
    )
  chargebackDeskCommands(acquirer)
}

async function setOne(options: SetOptions, command: Command): Promise<void> {
  const { name: kind, merchantId: merchant_id, boletoProvider: boleto_provider = null } = options
  if (boleto_provider !== null && !kind.boletoProviders.includes(boleto_provider)) {
    command.error(`error: --boleto-provider must be one of ${kind.boletoProviders.join(", ")} for ${kind.name}`)
  }
  await withModes(async (modes) => {
    modeNamed(modes, "live")
    const merchant_key = await readSecretFile(options.merchantKeyFile, "--merchant-key-file")
    kind.checkCredentials({ merchant_id, merchant_key })
    const chosen = { acquirer: kind.name, merchant_id, boleto_provider, merchant_key, funds: options.funds }
    const { done } = await act(modes, options, "acquirer.set", async (tx, { mode, account, now }) => {
      if (options.ec) await setEstablishments(tx, { account, now }, kind.name, options.ec)
      return setCredentials(tx, { account, now, ring: mode.ring }, chosen)
    })
    print(options.json, await presented(modeNamed(modes, "live"), done), asText)
  })
}

async function presented({ database }: Mode, credentials: CredentialsRow) {
  const shown: ReturnType<typeof presentCredentials> & { ec?: string[] } = presentCredentials(credentials)
  const { account, acquirer } = credentials
  return acquirer === STATEMENT_ACQUIRER ? { ...shown, ec: await establishmentsOf(database, account, acquirer) } : shown
}

/** Runs the action and writes its audit entry, whose target is the id of the credentials. */
function act<Done extends object>(
  modes: Modes,
  { account }: Options,
  action: "acquirer.set" | "acquirer.remove",
  work: Parameters<typeof actFor<Done>>[3],
) {
  return actFor(modes, { mode: "live", account }, { action }, work)
}

function asText({ account, name, merchant_id, boleto_provider, funds, ec, created }: Presented): string {
  return table([
    ["account", account],
    ["acquirer", name],
    ["merchant id", merchant_id],
    ["boleto provider", boleto_provider],
    ["paid out by", funds === "platform" ? "the platform" : "the acquirer"],
    ...(ec ? [["EC numbers", ec.join(", ") || null]] : []),
    ["since", new Date(created * 1000).toISOString()],
  ])
}

function namesOf(kinds: readonly AcquirerKind[]): string {
  return kinds.map(({ name }) => name).join(", ")
}

function readKind(kinds: readonly AcquirerKind[], name: string): AcquirerKind {
  const kind = kinds.find((each) => each.name === name)
  if (kind) return kind
  throw new InvalidArgumentError(`Must be one of: ${namesOf(kinds)}.`)
}

function ofAccount(command: Command): Command {
  return command.option("--account <id>", "the account; optional if there is only one").option("--json", "print one JSON value")
}
