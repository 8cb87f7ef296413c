import { findCredentials } from "../../acquirers/credentials.ts"
import { MOCK_ACQUIRER } from "../../acquirers/mock/mock.ts"
import type { Funds } from "../../acquirers/table.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { bookSuccess, defaultFunds } from "../../ledger/book.ts"
import type { Paid } from "../../ledger/terms/price.ts"
import { termsNow, type Version } from "../../ledger/terms/store.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type MethodDetails, methodDetailsOf } from "../methods/details.ts"
import type { PaymentScope } from "./mode.ts"
import { chargesNothing } from "./state.ts"
import type { IntentRow } from "./table.ts"

/** What a caller that has read it already knows of a sale. */
export type KnownSale = { attempt: AttemptRow; terms: Version; funds: Funds }

/** Books the money of an intent that succeeds now. A trial without a charge has none. */
export async function bookPaid(tx: Transaction, scope: PaymentScope, intent: IntentRow, known?: KnownSale): Promise<void> {
  if (chargesNothing(intent)) return
  const { account, id, amount, currency } = intent
  const [terms, attempt] = known
    ? [known.terms, known.attempt]
    : await tx.pipeline(
        () => termsNow(tx, account, currency),
        () => latestAttemptOf(tx, intent),
      )
  const details = intent.payment_method_details ?? (attempt && (await methodDetailsOf(tx, attempt)))
  // A test helper may succeed an intent that was never confirmed.
  const acquirer = attempt?.acquirer ?? MOCK_ACQUIRER
  const funds = known?.funds ?? (await fundsOf(tx, attempt))
  bookSuccess(tx, scope, { id, amount, currency, acquirer, funds, paid: paidBy(intent, acquirer, details), terms })
}

/** Who pays out the money of a charge: what its credentials said when it was made. */
export async function fundsOf(db: Database | Transaction, attempt: AttemptRow | undefined): Promise<Funds> {
  const { account, credentials } = attempt ?? { account: "", credentials: null }
  const found = credentials === null ? undefined : await findCredentials(db, account, credentials)
  return found?.funds ?? defaultFunds(db)
}

/** Of what nobody knows, the first type of the intent counts, any brand, and a credit card. */
export function paidBy(
  { payment_method_types: [first] }: Pick<IntentRow, "payment_method_types">,
  acquirer: string,
  details: MethodDetails | undefined,
): Paid {
  const type = details?.type ?? first
  if (type !== "card") return { type }
  const { brand = null, funding = "credit", installments = 1 } = details?.card ?? {}
  return { type, acquirer, brand, funding, installments }
}
