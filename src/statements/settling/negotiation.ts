// An anticipation: docs/statements.md. Its deposit (C) is looked at with its day of payment.

import { dayOf } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { negotiationPostings } from "../effects/money.ts"
import { payerOfStatements } from "../funds.ts"
import type { AcquirerOpeningRow } from "../tables.ts"
import { checkSince } from "../work-due.ts"
import { fieldsOf, type Stored } from "./lines.ts"
import { changeMatter, matterFor, post, postingsOf } from "./matters.ts"

/** The matter of a negotiated unit (B). */
export function matterOfNegotiated({ key }: Pick<Stored, "key">): string {
  return `negotiated:${key}`
}

/** Posts each B once. One that another file corrects is a difference of a person's, not of ours: what was posted stays. */
export async function settleNegotiation(
  tx: Transaction,
  scope: PaymentScope,
  subject: string,
  lines: readonly Stored[],
  opening: AcquirerOpeningRow | undefined,
): Promise<void> {
  const { account, now } = scope
  const header = lines.find(({ record }) => record === "A")
  if (!header || (await payerOfStatements(tx, account)) === "platform") return
  const { payment_date, negotiated_on: day } = fieldsOf("A", header.raw)
  if (opening && payment_date !== null && payment_date < opening.since) return
  for (const line of lines.filter(({ record }) => record === "B")) {
    const fields = fieldsOf("B", line.raw)
    const given = { matter: matterOfNegotiated(line), kind: "negotiation", subject, day, payment_intent: null } as const
    const matter = await matterFor(tx, scope, { ...given, status: "waiting", amount: fields.net })
    if ((await postingsOf(tx, account, matter.id)).length > 0) continue
    await post(tx, scope, matter.id, negotiationPostings({ payment_date }, [fields], dayOf(now)))
    await changeMatter(tx, matter, { status: "posted" })
    // The deposit of its day may have been made already. It takes what the unit has less.
    if (opening && fields.original_due_on !== null) checkSince(tx, account, "payments", fields.original_due_on, dayOf(now))
  }
}
