import { type Command, InvalidArgumentError, Option } from "commander"
import type { Acquirer, Checked } from "../acquirers/acquirer.ts"
import { findAllCredentials, findCurrentCredentials, setCredentials } from "../acquirers/credentials.ts"
import { setEstablishments } from "../acquirers/establishments.ts"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { setDrain } from "../acquirers/routes.ts"
import { PAYMENT_TYPES, type PaymentType } from "../acquirers/sale.ts"
import type { CredentialsRow, Funds } from "../acquirers/table.ts"
import { Refusal } from "../base/errors.ts"
import type { Mode } from "../modes/wiring.ts"
import { removeAcquirer } from "../payments/remove-acquirer.ts"
import { type CredentialsOptions, readCredentials, withCredentials } from "./acquirer-credentials.ts"
import { asText, notificationUrlOf, presented } from "./acquirer-shown.ts"
import { changeDesk, chargebackDeskCommands } from "./chargeback-desk.ts"
import { actFor } from "./shared/act.ts"
import { accountIn, type Modes, print, table, withModes } from "./shared/operator.ts"

const CHECK_MS = 30_000

type Options = { account?: string; json?: boolean }
type Named = Options & { name?: AcquirerKind }
type SetOptions = Options &
  CredentialsOptions & { name: AcquirerKind; methods?: PaymentType[]; fallbackFor?: PaymentType[]; funds?: Funds; ec?: string[] }
type CheckOptions = Named & { register?: true }

export function acquirerCommands(vintem: Command, kinds: readonly AcquirerKind[]): void {
  const acquirer = vintem
    .command("acquirer")
    .description(
      "Manage the acquirers that take an account's payments in live mode, one for each payment method. Test mode always has the mock.",
    )
  const nameOption = (text: string) => new Option("--name <name>", text).argParser((name) => readKind(kinds, name))
  const named = (command: Command) =>
    ofAccount(command).addOption(nameOption("the acquirer; optional if the account has only one"))

  setCommand(withCredentials(ofAccount(acquirer.command("set")), kinds), kinds, nameOption)

  ofAccount(acquirer.command("show"))
    .description("Show the acquirers of an account, without their secrets.")
    .action((options: Options) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, "live", options.account)
        const rows = await findAllCredentials(mode.database, id)
        if (rows.length === 0) throw new Error(`The account ${id} has no acquirer. Set one with: vintem acquirer set`)
        print(options.json, await Promise.all(rows.map((row) => presented(kinds, mode, row))), (all) =>
          all.map(asText).join("\n\n"),
        )
      }),
    )

  named(acquirer.command("remove"))
    .description(
      "Remove an acquirer of an account. Live payments by its methods are then refused. Earlier ones can still be refunded.",
    )
    .action((options: Named) => change(kinds, options, "acquirer.remove", (tx, scope, name) => removeAcquirer(tx, scope, name)))

  named(acquirer.command("drain"))
    .description("Give an acquirer no new sales. Captures, refunds and look-ups of earlier ones go on.")
    .action((options: Named) =>
      change(kinds, options, "acquirer.drain", (tx, { account, now }, name) => setDrain(tx, account, name, now)),
    )

  named(acquirer.command("undrain"))
    .description("Give a drained acquirer new sales again.")
    .action((options: Named) =>
      change(kinds, options, "acquirer.undrain", (tx, { account }, name) => setDrain(tx, account, name, null)),
    )

  named(acquirer.command("check"))
    .description(
      "Prove the credentials of an acquirer at its real host, without moving money. Exits with 1 if anything is wrong or got no answer.",
    )
    .option("--register", "tell the acquirer our address for its notifications first, in the place of the one that it has")
    .action((options: CheckOptions) => withModes((modes) => checkOne(modes, options)))
  chargebackDeskCommands(acquirer)
}

function setCommand(set: Command, kinds: readonly AcquirerKind[], nameOption: (text: string) => Option): void {
  set
    .description(
      "Set an acquirer of an account, or replace it. Payments that were made before stay at the acquirer that made them.",
    )
    .addOption(nameOption(`the acquirer: ${namesOf(kinds)}`).makeOptionMandatory())
    .option(
      "--methods <methods>",
      `the payment methods that it takes, with commas between them, also from another acquirer: ${PAYMENT_TYPES.join(", ")} (default: as before, and for a new one all that it offers and no other has)`,
      readMethods,
    )
    .option(
      "--fallback-for <methods>",
      "the payment methods whose sales it takes over where their own acquirer cannot make them, with commas between them, or none (default: as before)",
      (text) => (text === "none" ? [] : readMethods(text)),
    )
    .addOption(
      new Option(
        "--funds <who>",
        "who pays the money of later sales to the merchant: the acquirer itself, or the platform by payouts (default: as before for the same merchant at the acquirer, and otherwise acquirer)",
      ).choices(["acquirer", "platform"] satisfies Funds[]),
    )
    .option(
      "--ec <numbers>",
      "Cielo's numbers of the merchant (EC), which statements name, with commas between them (default: as before)",
      (text) => text.split(",").map((each) => each.trim()),
    )
    .action((options: SetOptions, command: Command) => setOne(kinds, options, command))
}

async function setOne(kinds: readonly AcquirerKind[], options: SetOptions, command: Command): Promise<void> {
  const { name: kind, methods, fallbackFor: fallback_for, funds } = options
  // Wrong options are told before any database is opened.
  const { members, chargebacks, ec: numbers } = await readCredentials(kind, options, command)
  if (options.ec && numbers) command.error("error: --ec cannot be used with a file that has ec")
  const ec = options.ec ?? numbers
  await withModes(async (modes) => {
    const action = { action: "acquirer.set" } as const
    const { scope, done } = await actFor(
      modes,
      { mode: "live", ...accountOf(options) },
      action,
      async (tx, { mode, account, now }) => {
        if (ec) await setEstablishments(tx, { account, now }, kind.name, ec)
        const scope = { account, now, ring: mode.ring }
        const row = await setCredentials(tx, scope, { kind, members, methods, fallback_for, funds })
        if (chargebacks !== undefined) await changeDesk(tx, scope, chargebacks)
        return row
      },
    )
    print(options.json, await presented(kinds, scope.mode, done), asText)
  })
}

async function checkOne(modes: Modes, options: CheckOptions): Promise<void> {
  const {
    mode,
    account: { id: account },
  } = await accountIn(modes, "live", options.account)
  const acquirer = options.name?.name ?? onlyOf(await findAllCredentials(mode.database, account), account)
  const row = await findCurrentCredentials(mode.database, account, acquirer)
  if (!row) throw new Error(`The account ${account} has no acquirer ${acquirer}.`)
  const opened = await mode.acquirerOfAttempt(mode.database, { account, acquirer, credentials: row.id })
  const url = await notificationUrlOf(mode, row)
  const registered = options.register ? [await register(opened, url)] : []
  const proven = (await opened?.check?.(AbortSignal.timeout(CHECK_MS), url)) ?? []
  const found = [...registered, ...proven, ...(asksPayers(opened) ? checkThreedsOrigin(mode) : [])]
  print(options.json, found, (all) => table(all.map(({ name, result, text }) => [`${name}: ${result}`, text])))
  const wrong = found.filter(({ result }) => result !== "right").map(({ name }) => name)
  if (wrong.length > 0) throw new Error(`The acquirer ${acquirer} does not work as it is set: ${wrong.join(", ")}.`)
}

function asksPayers(acquirer: Acquirer | undefined): boolean {
  return acquirer?.authenticator !== undefined || acquirer?.finishRedirect !== undefined
}

/** Without an origin, the service asks no payer, whatever the acquirer could do. */
function checkThreedsOrigin({ threedsOrigin }: Mode): Checked[] {
  const name = "threeds_origin"
  if (threedsOrigin !== undefined) return [{ name, result: "right", text: `Payers are authenticated at ${threedsOrigin}.` }]
  const text =
    "THREEDS_ORIGIN is not set, so no payer is authenticated, and debit cards are not taken. Set it, and restart Vintém."
  return [{ name, result: "wrong", text }]
}

/** Throws if the acquirer has to be told in another way. */
async function register(opened: Acquirer | undefined, url: string | undefined): Promise<Checked> {
  if (opened?.register && url !== undefined) return opened.register(url, AbortSignal.timeout(CHECK_MS))
  throw new Error("This acquirer takes no address by a command. Give it the one that 'vintem acquirer show' prints.")
}

type Change = (
  tx: Parameters<typeof removeAcquirer>[0],
  scope: Parameters<typeof removeAcquirer>[1],
  name: string,
) => Promise<CredentialsRow>

/** Changes one acquirer of an account, and writes the audit entry, whose target is the id of the credentials. */
async function change(
  kinds: readonly AcquirerKind[],
  options: Named,
  action: "acquirer.remove" | "acquirer.drain" | "acquirer.undrain",
  work: Change,
): Promise<void> {
  await withModes(async (modes) => {
    const { scope, done } = await actFor<CredentialsRow>(
      modes,
      { mode: "live", ...accountOf(options) },
      { action },
      async (tx, scope) =>
        work(tx, scope, options.name?.name ?? onlyOf(await findAllCredentials(tx, scope.account), scope.account)),
    )
    const shown = await presented(kinds, scope.mode, done)
    print(
      options.json,
      shown,
      action === "acquirer.remove" ? ({ account, name }) => `${account} no longer has the acquirer ${name}.` : asText,
    )
  })
}

/** The name of the account's only acquirer. Throws Refusal if it has none, or several. */
function onlyOf(rows: readonly CredentialsRow[], account: string): string {
  const [row, ...others] = rows
  if (!row) throw new Refusal("acquirer_not_set", `The account ${account} has no acquirer.`)
  if (others.length === 0) return row.acquirer
  const names = rows.map(({ acquirer }) => acquirer).join(", ")
  throw new Refusal("acquirer_ambiguous", `The account ${account} has several acquirers. Choose one with --name: ${names}.`)
}

function accountOf({ account }: Options): Options {
  return account === undefined ? {} : { account }
}

function readMethods(text: string): PaymentType[] {
  const names = text.split(",").map((each) => each.trim())
  const wrong = names.find((name) => !PAYMENT_TYPES.includes(name as PaymentType))
  if (wrong !== undefined) throw new InvalidArgumentError(`Must be of: ${PAYMENT_TYPES.join(", ")}.`)
  return names as PaymentType[]
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
