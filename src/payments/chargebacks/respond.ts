// The merchant's answer to a dispute or a case, whoever takes it: the acquirer's desk, or a person who gives it there.

import { Refusal } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { acceptDispute, refuseDispute } from "../disputes/close.ts"
import type { DisputeRow } from "../disputes/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { type CheckedRefusal, checkRefusal, mustWait, orderAnswer } from "./order.ts"
import { caseOfDispute, findDesk } from "./store.ts"
import type { AnswerRow, CaseRow } from "./tables.ts"

/** What is answered: a dispute, or a case that has none. */
export type Answered = { dispute: DisputeRow } | { case: CaseRow }

/** A refusal. Where the acquirer takes it, it needs a reason and its document. */
export type Refused = { reason: string | undefined; document: Buffer | undefined }

/** `answer`: it is on its way to the acquirer. `dispute`: it was recorded, and a person gives it there. */
export type Responded = { answer: AnswerRow; case: CaseRow } | { dispute: DisputeRow }

type Scope = PaymentScope & { mode: { ring: KeyRing } }

/** The case whose answer the acquirer takes. Undefined if a person gives it there. */
export async function answerableCase(db: Queries, what: Answered): Promise<CaseRow | undefined> {
  const row = "case" in what ? what.case : await caseOfDispute(db, what.dispute)
  return row && (await findDesk(db, row.account, row.acquirer)) ? row : undefined
}

/** The merchant accepts a chargeback. Throws Refusal if it does not wait for an answer. */
export async function accept(tx: Transaction, scope: Scope, what: Answered): Promise<Responded> {
  const row = await answerableCase(tx, what)
  if (row) return { answer: await orderAnswer(tx, scope, row.id, { kind: "accept" }), case: row }
  return { dispute: await acceptDispute(tx, scope, disputeOf(what)) }
}

/** A refusal that was read: undefined if the acquirer takes none now, or why it would not take this one. */
export type ReadRefusal = CheckedRefusal | Refusal | undefined

/** Reads a refusal before its transaction, which does not wait for a large document. What is wrong is thrown by `refuse`, and audited with it. */
export async function readRefusal(db: Queries, what: Answered, { reason = "", document }: Refused): Promise<ReadRefusal> {
  const row = await answerableCase(db, what)
  if (row?.status !== "needs_response") return undefined
  if (!document) return documentMissing()
  try {
    return checkRefusal({ reason, document })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The merchant refuses a chargeback. Throws Refusal if it does not wait for an answer, or if the acquirer would not take this one. */
export async function refuse(tx: Transaction, scope: Scope, what: Answered, refusal: ReadRefusal): Promise<Responded> {
  const row = await answerableCase(tx, what)
  if (!row) return { dispute: await refuseDispute(tx, scope, disputeOf(what)) }
  if (refusal instanceof Refusal) throw refusal
  if (!refusal) {
    await mustWait(tx, row)
    throw documentMissing()
  }
  return { answer: await orderAnswer(tx, scope, row.id, { kind: "refuse", ...refusal }), case: row }
}

function documentMissing(): Refusal {
  return new Refusal("evidence_missing", "The acquirer needs a document that proves the sale.")
}

function disputeOf(what: Answered): DisputeRow {
  if ("dispute" in what) return what.dispute
  throw new Refusal("desk_missing", "The account has no access to chargebacks any more. Give the answer at the acquirer.")
}
