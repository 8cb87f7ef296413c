// Sends answers to acquirers. An answer whose outcome is not known is looked up before it is sent again, so it is never given twice.
import type { AnswerOutcome, CaseItem, CaseOrder, ChargebackDesk } from "../../acquirers/chargebacks.ts"
import { dateOf, dayOf } from "../../base/day.ts"
import { withDeadline } from "../../base/deadline.ts"
import { must } from "../../base/must.ts"
import { queueOf } from "../../jobs/queue.ts"
import { TriedLater, type Work } from "../../jobs/work.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import type { PaymentScope } from "../intents/mode.ts"
import type { ChargebacksMode } from "./mode.ts"
import { findAnswer, openDocument } from "./order.ts"
import { settleAnswer } from "./settle.ts"
import { findCase } from "./store.ts"
import { type AnswerRow, type CaseRow, chargebackAnswers } from "./tables.ts"

type Mode = ChargebacksMode & { readonly ring: KeyRing }
type Scope = PaymentScope & { readonly mode: Mode }

/** What became of an answer. `open`: the step still waits for it. */
type Learned = "done" | "overtaken" | "open" | undefined

const PERIOD_DAYS = 180
const MAX_GAP_SECONDS = 1800

const markSent = chargebackAnswers.statement(["account", "id", { tries: "was_tries" }, "tries", "sent_at", "due_at"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id, tries: p.was_tries })
    .whereIn("state", ["new", "sent"])
    .update({ state: "sent", tries: p.tries, sent_at: p.sent_at, due_at: p.due_at })
    .returning("*"),
)
const tryLater = chargebackAnswers.update(["account", "id", "tries"], ["state", "due_at"], (rows) =>
  rows.whereIn("state", ["new", "sent"]),
)

/** Sends the answers of merchants to cases. */
export const answerChargebacks: Work<Mode> = {
  kind: "answer_chargeback",
  queue: queueOf(chargebackAnswers, { due: "due_at" }),
  // Two lists, a token and the answer itself.
  leaseMs: 180_000,
  stuckAfterMs: 180_000,
  bounds: { process: 10, account: 2 },
  perform: async (scope, { account, id }) => {
    const { database } = scope.mode
    const answer = await findAnswer(database, account, id)
    if (answer && answer.due_at !== null && answer.due_at <= scope.now) await perform(scope, answer)
  },
}

async function perform(scope: Scope, answer: AnswerRow): Promise<void> {
  const { mode, account } = scope
  const { database, checkpoint } = mode
  const row = must(await findCase(database, account, answer.chargeback), "the case of an answer")
  const desk = await mode.desks.deskOf(database, account, row.acquirer)
  if (!desk)
    return later(scope, answer, answer.state === "sent" ? "sent" : "new", "the account has no access to chargebacks any more")
  // It may have been taken before. A list that does not answer fails the item, and it is tried again.
  const learned = answer.state === "sent" ? await learn(scope, desk, row, answer) : "open"
  if (learned === "done" || learned === "overtaken") return settleAnswer(scope, answer, learned)
  if (learned === undefined) return later(scope, answer, "sent", "the acquirer does not list the step of the case")
  const sent = await database.transaction((tx) => tx.one(markSent, { ...markOf(answer, scope.now) }))
  // Another process has it.
  if (!sent) return
  checkpoint("chargeback answer: marked as sent")
  const outcome = await send(scope, desk, row, sent)
  checkpoint("chargeback answer: acquirer answered")
  await settle(scope, desk, row, sent, outcome)
  checkpoint("chargeback answer: settled")
}

function markOf({ account, id, tries: was_tries }: AnswerRow, now: number) {
  return { account, id, was_tries, tries: was_tries + 1, sent_at: now, due_at: now }
}

async function send({ mode }: Scope, desk: ChargebackDesk, row: CaseRow, answer: AnswerRow): Promise<AnswerOutcome> {
  const order: CaseOrder = { number: row.number, step: answer.step, establishment: row.establishment }
  const { kind, reason, document_type: type } = answer
  try {
    if (kind === "accept") return await withDeadline(mode.callDeadlineMs, (signal) => desk.accept(order, signal))
    const bytes = await openDocument(mode.database, mode.ring, answer)
    if (!bytes || !type) return { result: "refused", code: "", message: "The document was deleted before it was sent." }
    const refusal = { ...order, reason: reason ?? "", document: { bytes, type } }
    return await withDeadline(mode.callDeadlineMs, (signal) => desk.refuse(refusal, signal))
  } catch (error) {
    mode.log.warn({ err: error, case: row.number }, "an answer to a chargeback got no answer")
    return { result: "unknown" }
  }
}

async function settle(
  scope: Scope,
  desk: ChargebackDesk,
  row: CaseRow,
  answer: AnswerRow,
  outcome: AnswerOutcome,
): Promise<void> {
  switch (outcome.result) {
    case "done":
      return settleAnswer(scope, answer, "done")
    case "refused":
      return settleAnswer(scope, answer, "refused", outcome.message)
    case "treated": {
      // On a first try, somebody else has answered. On a repeat, the first one went through, unless the list says otherwise.
      const learned = answer.tries > 1 ? await learn(scope, desk, row, answer) : "overtaken"
      return settleAnswer(scope, answer, learned === "overtaken" ? "overtaken" : "done")
    }
    case "unavailable":
      return later(
        scope,
        answer,
        answer.tries > 1 ? "sent" : "new",
        "the acquirer cannot be reached, or refuses the access to chargebacks",
      )
    case "unknown":
      return later(scope, answer, "sent", "the acquirer did not say whether it took the answer")
  }
}

/** What the lists say of the step: first those that were answered, then those that wait. Throws if there is no answer. */
async function learn({ mode, now }: Scope, desk: ChargebackDesk, { number }: CaseRow, answer: AnswerRow): Promise<Learned> {
  const today = dayOf(now)
  const period = { from: dateOf(today - PERIOD_DAYS), to: dateOf(today) }
  const stepIn = (items: readonly CaseItem[]) => items.find(({ step }) => step === answer.step)
  const list = (status: "done" | "pending") =>
    withDeadline(mode.callDeadlineMs, (signal) => desk.list({ status, period, number, page: 0 }, signal))
  const done = stepIn((await list("done")).items)
  if (done) {
    const wanted = answer.kind === "accept" ? "accepted" : "refused"
    return done.answered === null || done.answered === wanted ? "done" : "overtaken"
  }
  return stepIn((await list("pending")).items) ? "open" : undefined
}

/** Tries again after a minute, two, four, and at most half an hour. `state`: whether it may have been taken. */
async function later(
  { mode, now }: Scope,
  { account, id, tries }: AnswerRow,
  state: "new" | "sent",
  why: string,
): Promise<never> {
  const due_at = now + Math.min(60 * 2 ** Math.min(tries, 10), MAX_GAP_SECONDS)
  await mode.database.transaction((tx) => tx.run(tryLater, { account, id, tries, state, due_at }))
  throw new TriedLater(`an answer to a chargeback is not taken: ${why}`)
}
