// What becomes of an answer, and with it of its case and its dispute.
import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { holdIntent } from "../intents/store.ts"
import { follow } from "./apply.ts"
import { listCasesNow } from "./desk.ts"
import { findCase, holdCase } from "./store.ts"
import { type AnswerRow, type AnswerState, type CaseRow, chargebackAnswers, chargebackCases } from "./tables.ts"

const endRow = chargebackAnswers.statement(["account", "id", "state", "message"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id })
    .whereIn("state", ["new", "sent"])
    .update({ state: p.state, message: p.message, due_at: null })
    .returning("*"),
)
const treatRow = chargebackCases.update(["account", "id"], ["treated_step", "status", "closed_at"], (rows) => rows.returning("*"))

/**
 * Ends an answer. One that was taken brings the case and its dispute on: accepted is lost, refused is under review. After one that was overtaken,
 * the lists are read at once.
 */
export async function settleAnswer(
  scope: PaymentScope,
  answer: AnswerRow,
  state: Extract<AnswerState, "done" | "refused" | "overtaken">,
  message: string | null = null,
): Promise<void> {
  await scope.mode.database.transaction((tx) => settle(tx, scope, answer, state, message))
}

async function settle(
  tx: Transaction,
  scope: PaymentScope,
  { account, id, chargeback, kind, step }: AnswerRow,
  state: Extract<AnswerState, "done" | "refused" | "overtaken">,
  message: string | null,
): Promise<void> {
  const { payment_intent = null } = (await findCase(tx, account, chargeback)) ?? {}
  const intent = payment_intent === null ? undefined : await tx.only(holdIntent, { account, id: payment_intent })
  const before = await holdCase(tx, { account, id: chargeback })
  if (!(await tx.one(endRow, { account, id, state, message }))) return
  const { log } = scope.mode
  log.info({ account, case: before.number, kind, state }, "an answer to a chargeback has ended")
  if (state === "overtaken") await listCasesNow(tx, account, before.acquirer, scope.now)
  if (state !== "done" || before.step !== step || before.status !== "needs_response") return
  const row = await tx.only(treatRow, { account, id: chargeback, ...treatedBy(kind, step, scope.now) })
  if (intent) await follow(tx, scope, intent, before, row)
}

function treatedBy(kind: AnswerRow["kind"], step: string, now: number): Pick<CaseRow, "treated_step" | "status" | "closed_at"> {
  return kind === "accept"
    ? { treated_step: step, status: "lost", closed_at: now }
    : { treated_step: step, status: "under_review", closed_at: null }
}
