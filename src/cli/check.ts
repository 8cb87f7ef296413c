import type { Command } from "commander"
import { listAccounts } from "../accounts/accounts.ts"
import { dateOf } from "../base/day.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import type { WrongRow } from "./check-ledger/wrong-row.ts"
import { checkLedger } from "./check-ledger.ts"
import { checkTotals, type Difference } from "./check-totals.ts"
import { modesNamed, mustFindAccount, ofDatabase, print, readMode, table, withPatientModes } from "./shared/operator.ts"

type Options = { mode?: ModeName; database?: string; account?: string; json?: boolean }
type Place = { mode: ModeName; account: string }
type Found = Place & (Difference | WrongRow)

export function checkCommand(vintem: Command): void {
  ofDatabase(vintem.command("check"))
    .description(
      "Add up all payments, refunds, disputes, payouts, subscriptions and what statements have posted, and compare them with the balance, its transactions and the totals by day.",
    )
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only this account")
    .option("--json", "print one JSON value")
    .action(({ mode: name, database, account, json }: Options) =>
      withPatientModes(async (modes) => {
        if (account) await mustFindAccount(modes, account)
        const found: Found[] = []
        for (const mode of modesNamed(modes, name, database))
          for (const { id } of account ? [{ id: account }] : await listAccounts(mode.database)) {
            const { database } = mode
            const wrong = [...(await checkLedger(database, id)), ...(await checkTotals(database, id))]
            found.push(...wrong.map((each) => ({ mode: modeName(mode), account: id, ...each })))
          }
        print(json, found, (list) => table(list.map(line), "The totals are right."))
        const [rows, totals] = [found.filter(isRow).length, found.filter((each) => !isRow(each)).length]
        if (rows > 0) throw new Error("Balance transactions are wrong: the first ones are listed. See docs/operations.md.")
        if (totals > 0) throw new Error(`${totals} totals are wrong. No payment is affected. See docs/operations.md.`)
        const { absent = [] } = modes
        if (absent.length > 0 && name !== "test" && database === undefined)
          throw new Error(`What is in these live databases was not checked, because they do not answer: ${absent.join(", ")}.`)
      }),
    )
}

function isRow(found: Found): found is Place & WrongRow {
  return "row" in found
}

function line(found: Found): string[] {
  return isRow(found) ? rowLine(found) : totalLine(found)
}

function rowLine({ mode, account, type, source, row, ...is }: Place & WrongRow): string[] {
  const what = [`${is.amount} instead of ${is.expected_amount} cents`]
  if (is.fee !== is.expected_fee) what.push(`a fee of ${is.fee} instead of ${is.expected_fee} cents`)
  if (is.available_on !== is.expected_available_on)
    what.push(`available ${time(is.available_on)} instead of ${time(is.expected_available_on)}`)
  return [mode, account, row ?? "no row", type, source, what.join(", "), ""]
}

const time = (seconds: number | null) => (seconds === null ? "-" : new Date(seconds * 1000).toISOString())

function totalLine({ mode, account, day, currency, kind, method, brand, code, ...sums }: Place & Difference): string[] {
  const { count, expected_count, amount, expected_amount } = sums
  const what = [kind, method, brand, code].filter(Boolean).join(" ")
  const when = day === 0 ? "now" : dateOf(day)
  return [
    mode,
    account,
    when,
    currency,
    what,
    `${count} instead of ${expected_count}`,
    `${amount} instead of ${expected_amount} cents`,
  ]
}
