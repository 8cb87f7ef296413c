import type { Command } from "commander"
import { scopeOf } from "../accounts/scope.ts"
import { plainMoney } from "../base/currency.ts"
import { dateOf, dayOf, minuteOf } from "../base/day.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import type { Mode } from "../modes/wiring.ts"
import { createPayout } from "../payouts/create.ts"
import { cancelPayout } from "../payouts/move.ts"
import { nextPayout, type Obstacle } from "../payouts/next.ts"
import { openPayouts } from "../payouts/open.ts"
import { findPayoutAnywhere, pageOfPayouts, presentPayout } from "../payouts/store.ts"
import { STATEMENT_CURRENCY } from "../statements/acquirer.ts"
import { openAcquirerPayouts } from "../statements/settling/openings.ts"
import { railCommands } from "./payout-rails.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actFor, actOn } from "./shared/act.ts"
import { readAnyCents, readCurrency } from "./shared/amounts.ts"
import { readDay } from "./shared/day.ts"
import { readLimit } from "./shared/limit.ts"
import { accountIn, type Modes, modesNamed, print, table, warnOfLimit, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }
type MakeOptions = Options & { currency: string }
type OpenOptions = MakeOptions & { balance: number; acquirer?: string; since?: number }
type Payout = ReturnType<typeof presentPayout>

/** The commands that pay an account's money out. */
export function payoutCommands(vintem: Command): void {
  const payouts = vintem.command("payouts").description("Pay the available money of an account out to its bank account.")
  makeCommands(payouts)
  showCommands(payouts)
  railCommands(payouts)
  payouts
    .command("cancel")
    .argument("<payout>", "po_…, which is pending")
    .description("Cancel a payout that was not sent. What it took is free for the next one, and its fee goes back.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        const wanted = { action: "payout.cancel", id, missing: missing(id), find: findPayoutAnywhere } as const
        const { mode, done } = await actOn(modes, wanted, cancelPayout)
        print(json, presentPayout(done, mode.livemode), () => `${id} is canceled.`)
      }),
    )
}

function makeCommands(payouts: Command): void {
  ofAccount(payouts.command("open"))
    .description("Open the payouts of an account in a currency, once: what is available now counts as paid before.")
    .option(
      "--balance <cents>",
      "what of it the platform still owes; the first payout takes it. Below 0: --balance=-100",
      readAnyCents,
      0,
    )
    .option("--currency <code>", "the currency", readCurrency, "brl")
    .option(
      "--acquirer <name>",
      "open the deposits that this acquirer makes itself instead: as its statements show them, or each day; needs --since",
    )
    .option("--since <day>", "the first day whose deposits count, such as 2026-12-01", readDay)
    .action(({ json, balance, currency, acquirer, since, ...options }: OpenOptions, command: Command) =>
      withModes(async (modes) => {
        if ((acquirer === undefined) !== (since === undefined)) command.error("error: --acquirer and --since go together")
        if (acquirer !== undefined && since !== undefined) return openDeposits(modes, { ...options, json }, { acquirer, since })
        const { done } = await actFor(modes, options, { action: "payouts.open" }, (tx, scope) =>
          openPayouts(tx, scope, { currency, balance }),
        )
        const { account, created, paid_before } = done
        print(json, { account, created, currency, paid_before, balance }, () => {
          const owed = `The next payout takes ${sumOf({ amount: balance, currency })} of it.`
          return `Payouts of ${account} are open. ${sumOf({ amount: paid_before, currency })} were available: they count as paid before. ${owed}`
        })
      }),
    )
  ofAccount(payouts.command("create"))
    .description("Pay out all that is available in a currency, less the payout fee.")
    .option("--currency <code>", "the currency", readCurrency, "brl")
    .action(({ json, currency, ...options }: MakeOptions) =>
      withModes(async (modes) => {
        const { scope, done } = await actFor(modes, options, { action: "payout.create" }, (tx, scope) =>
          createPayout(tx, scope, { currency, automatic: false }),
        )
        print(json, presentPayout(done, scope.mode.livemode), (payout) => `${payout.id} is made: ${sumOf(payout)}.`)
      }),
    )
}

async function openDeposits(
  modes: Modes,
  { json, ...options }: Options,
  wanted: { acquirer: string; since: number },
): Promise<void> {
  const { done } = await actFor(modes, options, { action: "payouts.open" }, (tx, scope) => openAcquirerPayouts(tx, scope, wanted))
  const { account, created, acquirer, paid_before, before: sums } = done
  print(json, { account, created, acquirer, since: dateOf(done.since), paid_before, before: sums }, () => {
    const named = sums.length > 0 ? sums : [{ amount: 0, currency: STATEMENT_CURRENCY }]
    const before = `${named.map((sum) => sumOf(sum)).join(" and ")} that were available before count as paid.`
    return `Deposits of ${acquirer} for ${account} count from ${dateOf(done.since)} on. ${before}`
  })
}

function showCommands(payouts: Command): void {
  ofAccount(payouts.command("list"))
    .description("List the payouts of an account, newest first.")
    .option("--limit <number>", "the maximum number of payouts", readLimit, 100)
    .action(({ mode: name, account: named, limit, json }: Options & { limit: number }) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id: account },
        } = await accountIn(modes, name, named)
        const { rows, has_more } = await pageOfPayouts(mode.database, account, { limit })
        if (has_more) warnOfLimit(limit)
        await warnOfSchedule(mode, account)
        const found = rows.map((row) => presentPayout(row, mode.livemode))
        print(json, found, (list) => table(list.map(line), "No payouts."))
      }),
    )
  payouts
    .command("show")
    .argument("<payout>", "po_…")
    .description("Show a payout. Its balance transactions are those of: vintem transactions list --payout ID")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        for (const mode of modesNamed(modes, undefined)) {
          const row = await findPayoutAnywhere(mode.database, id)
          if (!row) continue
          const back = ["reference of what came back", row.return_reference]
          return print(json, presentPayout(row, mode.livemode), (payout) => table([...facts(payout, modeName(mode)), back]))
        }
        throw new Error(missing(id))
      }),
    )
}

/** Otherwise nobody would see why a schedule makes no payouts. */
async function warnOfSchedule(mode: Mode, account: string): Promise<void> {
  const { at, obstacle } = await nextPayout(mode.database, await scopeOf(mode.database, mode, account), "brl")
  const why = obstacle && WHY_NOT[obstacle]
  if (at !== null && why) console.error(`The schedule makes no payouts: ${why}`)
}

/** Where too little is available, there is nothing to do. */
const WHY_NOT: Partial<Record<Obstacle, string>> = {
  payouts_not_open: "they are not open in brl. See: vintem payouts open",
  bank_account_missing: "no bank account counts. See: vintem bank-account show",
  bank_account_failed:
    "the last one could not arrive at the bank account. Set another one, or try it again with: vintem payouts create",
}

const missing = (id: string) => `No such payout: '${id}'. List them with: vintem payouts list --mode MODE`
const sumOf = ({ amount, currency }: Pick<Payout, "amount" | "currency">) => plainMoney(amount, currency)
const time = (seconds: number) => minuteOf(seconds).replace("T", " ")
const date = (seconds: number) => dateOf(dayOf(seconds))

function whereTo({ destination: { pix_key, bank, branch, account } }: Payout): string {
  return pix_key ?? [bank, branch, account].filter((each) => each !== null).join(" ")
}

function line(payout: Payout): string[] {
  const arrival = `arrives ${date(payout.arrival_date)}`
  return [payout.id, payout.status, sumOf(payout), payout.method, whereTo(payout), time(payout.created), arrival]
}

function facts(payout: Payout, mode: ModeName): (string | null)[][] {
  return [
    ["id", payout.id],
    ["mode", mode],
    ["status", payout.status],
    ["amount", sumOf(payout)],
    ["made", `${time(payout.created)} ${payout.automatic ? "by the schedule" : "by hand"}`],
    ["method", payout.method],
    ["to", whereTo(payout)],
    ["holder", payout.destination.holder],
    ["arrives", date(payout.arrival_date)],
    ["why it failed", payout.failure_code],
    ["reference", payout.reference],
  ]
}
