import { setTimeout as wait } from "node:timers/promises"
import type { Acquirer, RefundOrder, RefundOutcome, VoidOutcome } from "../acquirer.ts"
import { type Payment, readErrorCodes, readPayment, readVoid } from "./answers.ts"
import { isSuccess, query, send } from "./calls.ts"
import type { Account, Answer } from "./exchange.ts"
import { failureOf } from "./failures.ts"
import { isBack, STATUS } from "./outcomes.ts"
import { failedVoid, refundInPayment, voidOutcome } from "./refunds.ts"

export type Voids = Required<Pick<Acquirer, "refund" | "lookUpRefund" | "voidPix">>

/**
 * The void of a payment is Cielo's way to send money back, whole or in part, and to take back a PIX that nobody has paid.
 *
 * Cielo wants five seconds between two voids of a payment (`gapMs`). An answer after which another void may follow is held back for that
 * long. Whoever sends the next one waits for it, in whatever process, because the attempt stays theirs until then (docs/engine.md).
 */
export function voidsWith(account: Account, gapMs: number): Voids {
  return {
    refund: async (order, signal) => {
      if (order.type === "boleto") return { result: "by_hand" }
      const startedAt = performance.now()
      const answer = await putVoid(account, order.charge, `?amount=${order.amount}`, signal)
      if (!answer) return { result: "unavailable" }
      const outcome = await refundOutcome(account, order, answer, signal)
      if (outcome.result === "refused" || outcome.result === "unavailable") await pauseUntil(startedAt + gapMs, signal)
      return outcome
    },
    lookUpRefund: async (order, signal) => {
      if (order.type === "boleto") return { result: "by_hand" }
      const payment = await find(account, order.charge, signal)
      return payment && refundInPayment(payment, order)
    },
    voidPix: async ({ charge }, signal) => {
      const before = await find(account, charge, signal)
      // The void of a paid PIX would refund it.
      if (!before) return { result: "refused" }
      const ended = endOfPix(before)
      if (ended) return ended
      const startedAt = performance.now()
      const answer = await putVoid(account, charge, "", signal)
      if (!answer) return { result: "unavailable" }
      if (!isSuccess(answer)) failureOf(account, answer)
      // The answer tells that the request was taken. The payment tells what became of it.
      const after = await find(account, charge, signal)
      const outcome = (after && endOfPix(after)) ?? { result: "unavailable" }
      if (outcome.result === "unavailable") await pauseUntil(startedAt + gapMs, signal)
      return outcome
    },
  }
}

function putVoid(account: Account, charge: string, query: string, signal: AbortSignal): Promise<Answer | undefined> {
  return send(account, ({ put }) => put(`/1/sales/${encodeURIComponent(charge)}/void${query}`, signal))
}

async function find(account: Account, charge: string, signal: AbortSignal): Promise<Payment | undefined> {
  const answer = await query(account, `/1/sales/${encodeURIComponent(charge)}`, signal)
  return answer && readPayment(answer)
}

async function refundOutcome(account: Account, order: RefundOrder, answer: Answer, signal: AbortSignal): Promise<RefundOutcome> {
  const outcome = judge(account, order, answer)
  if (outcome.result !== "refused") return outcome
  // Cielo refuses the void of what has gone back already, for example because a PIX was paid while it was taken back.
  const payment = await find(account, order.charge, signal)
  if (payment && isBack(payment)) return { result: "refunded" }
  // A payment that only the query knows: the address of the API is wrong.
  return answer.status === 404 && payment ? { result: "unavailable" } : outcome
}

function judge(account: Account, { type }: RefundOrder, answer: Answer): RefundOutcome {
  if (isSuccess(answer)) return voidOutcome(readVoid(answer), type)
  if (answer.status === 404) return { result: "refused", message: "The acquirer has no such charge." }
  const failure = failureOf(account, answer)
  if (failure.result !== "refused") return failure
  const [code] = readErrorCodes(answer)
  return code === undefined ? { result: "refused", message: failure.message } : failedVoid(code)
}

/** Undefined while the payer can still pay. */
function endOfPix(payment: Payment): VoidOutcome | undefined {
  const { status } = payment
  if (isBack(payment) || status === STATUS.denied || status === STATUS.aborted) return { result: "voided" }
  return status === STATUS.paid ? { result: "refused" } : undefined
}

/** A call that nobody waits for any more has its answer at once. */
async function pauseUntil(time: number, signal: AbortSignal): Promise<void> {
  await wait(Math.max(0, time - performance.now()), undefined, { signal }).catch(() => {})
}
