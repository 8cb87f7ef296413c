import type { TransactionRow } from "../../src/ledger/table.ts"
import type { TermsRow } from "../../src/ledger/terms/table.ts"
import type { BankAccountRow, OpeningRow, PayoutRow } from "../../src/payouts/tables.ts"
import type { Told } from "./captures.ts"

/** All that is known of an account's payouts. `payoutOf`: which one has taken a row. Null: the opening. */
export type PaidOut = {
  rows: TransactionRow[]
  payouts: PayoutRow[]
  payoutOf: ReadonlyMap<string, string | null>
  openings: OpeningRow[]
  bankAccounts: BankAccountRow[]
  minimum: number
  terms: readonly TermsRow[]
  told: Told
  livemode: boolean
  /** The account's time in Unix seconds, if nothing moves it. */
  now: number | undefined
}

const ENDED: readonly PayoutRow["status"][] = ["failed", "canceled"]

/** The day in Brasília, counted from 1970. */
export const dayOf = (time: number) => Math.floor((time - 3 * 3600) / 86_400)

/** Whether a payout has given back what it took. */
export const isOver = ({ status }: Pick<PayoutRow, "status">) => ENDED.includes(status)
