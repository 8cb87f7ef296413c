import { lockAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { bankingDaysAfter } from "../base/banking-days.ts"
import { plainMoney } from "../base/currency.ts"
import { dayOf, startOfDay } from "../base/day.ts"
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Transaction } from "../db/database.ts"
import { recordEvent } from "../events/record.ts"
import type { EventScope } from "../events/webhooks/mode.ts"
import { bookPlatform } from "../ledger/book.ts"
import type { Line } from "../ledger/parts/line.ts"
import { termsNow } from "../ledger/terms/store.ts"
import { bankAccountsOf } from "./bank-accounts.ts"
import { takeAvailable, takeOwn } from "./claims.ts"
import { findOpening } from "./open.ts"
import { minimumIn, payoutSettingsOf } from "./settings.ts"
import { hasFailed, insertPayout, presentPayout, setAmount } from "./store.ts"
import type { BankAccountRow, PayoutRow } from "./tables.ts"

type Wanted = { currency: string; automatic: boolean }

/**
 * Pays out all that is available in a currency and in no payout, less the fee. Throws Refusal if payouts are not open, if no bank account counts,
 * if too little is available, or if a schedule would pay to where the last payout could not arrive. The caller's transaction then writes nothing else.
 */
export async function createPayout(tx: Transaction, scope: EventScope, { currency, automatic }: Wanted): Promise<PayoutRow> {
  const { account, now } = scope
  // The second of two presses finds nothing left.
  await lockAccount(tx, account)
  if (tx.livemode && !(await findOpening(tx, account, currency)))
    throw new Refusal(
      "payouts_not_open",
      `The account has no payouts in ${currency} yet. The operator opens them with: vintem payouts open --account ${account} --mode live --currency ${currency}`,
    )
  const { current } = await bankAccountsOf(tx, scope)
  if (!current)
    throw new Refusal("bank_account_missing", "The account has no bank account that counts. See: vintem bank-account show")
  if (automatic && (await hasFailed(tx, current)))
    throw new Refusal("bank_account_failed", "The last payout to this bank account failed, so the schedule makes none to it.")
  const { terms } = await termsNow(tx, account, currency)
  const minimum = minimumIn(currency, await payoutSettingsOf(tx, account))
  return tx.savepoint(async () => {
    const { id } = await tx.only(insertPayout, columnsOf(scope, current, { currency, automatic }, tx.livemode))
    const { net, ...taken } = await takeAvailable(tx, scope, currency, id)
    const amount = net - terms.payout_fee
    if (amount <= 0 || amount < minimum) throw tooLittle(amount, minimum, currency)
    bookPlatform(tx, scope, currency, linesOf(id, amount, terms.payout_fee, now))
    takeOwn(tx, account, id)
    const payout = await tx.only(setAmount, { account, id, amount, taken })
    recordEvent(tx, scope, "payout.created", presentPayout(payout, tx.livemode))
    return payout
  })
}

/** The amount is known once the rows are taken. In test mode, a bank takes the payout at the next tick. */
function columnsOf(
  { account, now }: Pick<Scope, "account" | "now">,
  { id: bank_account, destination }: BankAccountRow,
  { currency, automatic }: Wanted,
  livemode: boolean,
) {
  return {
    ...{ id: newId("po"), account, created: now, amount: 0, currency, status: "pending" as const },
    ...{ method: destination.type, destination, bank_account, automatic },
    arrival_date: startOfDay(bankingDaysAfter(dayOf(now), 1)),
    due_at: livemode ? null : now,
  }
}

function linesOf(source: string, amount: number, fee: number, now: number): Line[] {
  const line = { source, part: 0, fee: 0, installment: null, available_on: now }
  const own: Line[] = fee > 0 ? [{ ...line, type: "fee", amount: -fee }] : []
  return [...own, { ...line, type: "payout", amount: -amount }]
}

function tooLittle(amount: number, minimum: number, currency: string): Refusal {
  const is = plainMoney(amount, currency)
  const least = minimum > 1 ? ` A payout must be at least ${plainMoney(minimum, currency)}.` : ""
  return new Refusal("payout_too_small", `A payout now would be ${is}, so none is made.${least}`)
}
