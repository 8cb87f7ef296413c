import type { Command } from "commander"
import { listAccounts } from "../accounts/accounts.ts"
import { dateOf } from "../base/day.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import { checkTotals, type Difference } from "./check-totals.ts"
import { modesNamed, mustFindAccount, print, readMode, table, withPatientModes } from "./shared/operator.ts"

type Options = { mode?: ModeName; account?: string; json?: boolean }
type Found = { mode: ModeName; account: string } & Difference

export function checkCommand(vintem: Command): void {
  vintem
    .command("check")
    .description(
      "Add up all payments, refunds, disputes and subscriptions, and compare them with the balance and the totals by day.",
    )
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only this account")
    .option("--json", "print one JSON value")
    .action(({ mode: name, account, json }: Options) =>
      withPatientModes(async (modes) => {
        if (account) await mustFindAccount(modes, account)
        const found: Found[] = []
        for (const mode of modesNamed(modes, name))
          for (const { id } of account ? [{ id: account }] : await listAccounts(mode.database))
            for (const difference of await checkTotals(mode.database, id))
              found.push({ mode: modeName(mode), account: id, ...difference })
        print(json, found, (list) => table(list.map(line), "The totals are right."))
        if (found.length > 0) throw new Error(`${found.length} totals are wrong. No payment is affected. See docs/operations.md.`)
      }),
    )
}

function line({ mode, account, day, currency, kind, method, brand, code, ...sums }: Found): string[] {
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
