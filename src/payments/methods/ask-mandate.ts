import { withDeadline } from "../../base/deadline.ts"
import { queueOf } from "../../jobs/queue.ts"
import { TriedLater, type Work } from "../../jobs/work.ts"
import { acquirerFor } from "../attempts/send.ts"
import { CALL_DEADLINE_MS } from "../attempts/store.ts"
import { askNext, findMandate } from "../mandates/store.ts"
import { type MandateRow, mandates } from "../mandates/tables.ts"
import { isToEnd, learnStatus } from "./mandates.ts"
import type { MandatesMode, MandatesScope } from "./mode.ts"

const DAY = 86_400
/** The longest gap between two calls about a mandate whose acquirer gives no answer. */
const UNANSWERED_SECONDS = 3600
/** How long an acquirer is told that a mandate has ended. Its payer's bank ends it by then, or the next charge of it is never ordered. */
const MAX_TELLING_SECONDS = 7 * DAY

/**
 * Asks acquirers about mandates: often while a payer may decide, and daily after that, because banks need not say that a payer has canceled. Tells them
 * of mandates that have ended here.
 */
export const askMandates: Work<MandatesMode> = {
  kind: "ask_mandate",
  queue: queueOf(mandates, { due: "due_at", group: "acquirer" }),
  leaseMs: 2 * CALL_DEADLINE_MS,
  bounds: { process: 50, account: 10, group: 20 },
  perform: async (scope, { id }) => {
    const mandate = await findMandate(scope.mode.database, scope.account, id)
    if (mandate?.due_at == null) return
    await (isToEnd(mandate) ? tell(scope, mandate) : ask(scope, mandate))
  },
}

async function ask(scope: MandatesScope, mandate: MandateRow): Promise<void> {
  const { mode, now } = scope
  const status = await call(scope, mandate, (acquirer, id, signal) => acquirer.mandate(id, signal))
  mode.checkpoint("mandate: acquirer answered")
  // What an acquirer does not know any more is over. One that was just made may be shown late.
  const isGone = status === undefined && now - mandate.created > DAY
  await mode.database.transaction(async (tx) => {
    // It locks the subscription before the mandate, as in all code that ends one. If it changes the mandate, that says when to ask next.
    if (status !== undefined || isGone) await learnStatus(tx, scope, mandate.id, status ?? "expired")
    await askNext(tx, mandate, now + gapOf(mandate, now))
  })
}

async function tell(scope: MandatesScope, mandate: MandateRow): Promise<void> {
  const { mode, now } = scope
  const { result } = await call(scope, mandate, (acquirer, id, signal) => acquirer.cancel(id, signal))
  mode.checkpoint("mandate: acquirer told")
  const isTold = result === "voided" || result === "refused" || now - (mandate.polling_since ?? now) >= MAX_TELLING_SECONDS
  await mode.database.transaction((tx) => askNext(tx, mandate, isTold ? null : now + gapOf(mandate, now)))
}

type Mandates = NonNullable<Awaited<ReturnType<typeof acquirerFor>>["mandates"]>

/** Calls the acquirer within the deadline. Throws if it gives no answer, which is logged and tried later. */
async function call<Answer>(
  { mode, now }: MandatesScope,
  mandate: MandateRow,
  run: (acquirer: Mandates, id: { account: string; mandate: string }, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { account, mandate: id } = mandate
  try {
    const { mandates: acquirer } = await acquirerFor(mode, mandate)
    if (!acquirer || id === null) throw new Error(`the acquirer ${mandate.acquirer} has no such mandate`)
    return await withDeadline(mode.callDeadlineMs, (signal) => run(acquirer, { account, mandate: id }, signal))
  } catch (error) {
    mode.log.warn({ err: error, payment_method: mandate.id }, "an acquirer does not answer about a mandate")
    await mode.database.transaction((tx) => askNext(tx, mandate, now + Math.min(gapOf(mandate, now), UNANSWERED_SECONDS)))
    throw new TriedLater(`the acquirer ${mandate.acquirer} does not answer about a mandate: ${(error as Error).message}`)
  }
}

/** The gaps grow from a minute, while a payer may decide, to a day. */
function gapOf({ status, polling_since }: MandateRow, now: number): number {
  return status === "active" ? DAY : Math.min(Math.max(60, now - (polling_since ?? now)), DAY)
}
