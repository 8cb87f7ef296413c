import { type Command, Option } from "commander"
import { scopeOf } from "../accounts/scope.ts"
import type { ModeName } from "../base/mode-name.ts"
import { presentBalance } from "../ledger/balance.ts"
import { listTransactions, presentTransaction } from "../ledger/list.ts"
import { type Net, readNet } from "../ledger/totals/net.ts"
import { transactionsOfPayout } from "../payouts/claims.ts"
import { ofAccount } from "./shared/account-options.ts"
import { readLimit } from "./shared/limit.ts"
import { accountIn, print, table, warnOfLimit, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }
type ListOptions = Options & { paymentIntent?: string; payout?: string; limit: number }

/** The commands that show an account's money: its balance, and the balance transactions that it adds up. */
export function balanceCommands(vintem: Command): void {
  ofAccount(vintem.command("balance").description("Show the balance of an account.").command("show"))
    .description("Show what is available and what is pending, in cents by currency, and by who pays it out.")
    .action(({ mode: name, account, json }: Options) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, name, account)
        const scope = await scopeOf(mode.database, mode, id)
        const nets = await readNet(mode.database, scope)
        const funds = nets.map(({ days: _, ...net }) => net)
        print(json, { ...(await presentBalance(mode.database, scope)), funds }, balanceText)
      }),
    )

  ofAccount(vintem.command("transactions").description("Show each change of an account's balance.").command("list"))
    .description("List the balance transactions of an account, newest first. Amounts are in cents.")
    .option("--payment-intent <id>", "only those of this payment intent (pi_…)")
    .addOption(new Option("--payout <id>", "only those that this payout (po_…) is made of").conflicts("paymentIntent"))
    .option("--limit <number>", "the maximum number of transactions", readLimit, 1000)
    .action(({ mode: name, account, json, paymentIntent: payment_intent, payout, limit }: ListOptions) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, name, account)
        const rows = payout
          ? await transactionsOfPayout(mode.database, { account: id, payout, limit })
          : await listTransactions(mode.database, { account: id, payment_intent, limit })
        if (rows.length === limit) warnOfLimit(limit)
        print(json, rows.map(presentTransaction), (list) => table(list.map(transactionLine), "No balance transactions."))
      }),
    )
}

type Shown = Awaited<ReturnType<typeof presentBalance>> & { funds: Omit<Net, "days">[] }

/** What is processing is of nobody yet, so that only the sums have it. */
function balanceText({ available, pending, funds }: Shown): string {
  const sums = available.map(({ amount, currency }, index) => [
    currency,
    `${amount} cents available`,
    `${pending[index]?.amount ?? 0} cents pending`,
  ])
  const parts = funds.map((net) => [
    `  ${net.currency}, paid out by the ${net.funds}`,
    `${net.available} cents available`,
    `${net.to_come} cents to come`,
  ])
  return table([...sums, ...parts], "The account has had no payments.")
}

function transactionLine(row: ReturnType<typeof presentTransaction>): string[] {
  const { id, type, source, installment, currency } = row
  const cents = `${row.amount} less a fee of ${row.fee}: ${row.net} cents`
  const part = installment ? `${installment.number} of ${installment.of}` : "-"
  return [timeOf(row.created), id, type, source, part, cents, currency, `available ${timeOf(row.available_on)}`]
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
