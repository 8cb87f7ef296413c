// Money that the platform pays out: nobody whom it would reach says by themselves that it is theirs.
import type { User } from "../../accounts/users/tables.ts"
import type { Funds } from "../../acquirers/table.ts"
import { Refusal } from "../../base/errors.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import { fundsOf } from "./book-success.ts"
import { holdIntentOf, intentOf, type OfIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** `account` is null for a user of every account, such as the operator of the platform. */
type Person = Pick<User, "account">

/** The scope of what a person says, and who it is: a command is the operator's. */
export type SaidBy<Scope> = Scope & { readonly by: Person }

export const OPERATOR: Person = { account: null }

/** Why a user of an account may not say what gives the account money of a payment. */
export const payerIsPlatform = () =>
  new Refusal(
    "payment_of_platform",
    "The platform pays out the money of this payment. So only the operator of the platform can record what gives the account money. Ask the operator.",
  )

/**
 * Whether only the operator of the platform may say what gives the account money of a payment, such as that a dispute was won. `of` is what
 * belongs to the payment: an attempt, a refund or a dispute.
 */
export async function isForOperator(db: Database | Transaction, { account }: Person, of: OfIntent): Promise<boolean> {
  return db.livemode && account !== null && isOfPlatform(db, await intentOf(db, of))
}

/** For what gives an account money on a person's word. Holds the payment. Throws Refusal if only the operator of the platform may say it. */
export async function refuseForPlatform(tx: Transaction, { account }: Person, of: OfIntent): Promise<void> {
  if (tx.livemode && account !== null && (await isOfPlatform(tx, await holdIntentOf(tx, of)))) throw payerIsPlatform()
}

/** Like isForOperator, for what is about an account as a whole. `funds`: who pays its money out. */
export function isForOperatorOf({ livemode }: Pick<Database, "livemode">, { account }: Person, funds: Funds): boolean {
  return livemode && account !== null && funds === "platform"
}

/** Like refuseForPlatform, for what is about an account as a whole. */
export function refuseForPlatformOf(tx: Transaction, person: Person, funds: Funds): void {
  if (isForOperatorOf(tx, person, funds)) throw payerIsPlatform()
}

async function isOfPlatform(db: Database | Transaction, intent: IntentRow): Promise<boolean> {
  return (await fundsOf(db, await latestAttemptOf(db, intent))) === "platform"
}
