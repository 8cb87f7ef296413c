// Bugs that a simulation must find. Each replaces one piece of the service's source: `right`, which occurs exactly once.
import { OF_CODES_AHEAD } from "./planted-ahead.ts"
import { OF_AMOUNTS } from "./planted-amounts.ts"
import { OF_OWN_BANK } from "./planted-bank.ts"
import { OF_CAPTURES } from "./planted-captures.ts"
import { OF_CASES } from "./planted-cases.ts"
import { OF_CHOICES } from "./planted-chosen.ts"
import { OF_DISPUTES } from "./planted-disputes.ts"
import { inWorld, type Planted } from "./planted-kind.ts"
import { OF_LEDGER } from "./planted-ledger.ts"
import { OF_MANDATES } from "./planted-mandates.ts"
import { OF_PAYOUTS } from "./planted-payouts.ts"
import { OF_STATEMENTS } from "./planted-statements.ts"
import { OF_THREE_D_SECURE } from "./planted-three-d-secure.ts"

/** Moves a write into its own transaction, after that of the caller. */
const apart = (work: string) =>
  `tx.afterCommit(() => void scope.mode.database.transaction(async (tx) => ${work}).catch(() => {}))`

const CLAIMS = "src/idempotency/claims.ts"
const ATTEMPTS = "src/payments/attempts/store.ts"
const INTENTS = "src/payments/intents/store.ts"
const OUTCOME = "src/payments/intents/apply-outcome.ts"
const SALE = "src/payments/intents/sale.ts"
const UNDO = "src/payments/intents/undo-confirm.ts"
const REFUND = "src/payments/refunds/run.ts"
const SUBSCRIPTION = "src/billing/subscriptions/charge.ts"
const INQUIRIES = "src/payments/inquiries/inquiries.ts"
const BEGIN_RETURN = "src/payments/intents/begin-return.ts"
const BOOKING = "src/payments/inquiries/booking.ts"

const IN_BANK = inWorld("bank", [
  {
    name: "no commit says that a call begins",
    file: ATTEMPTS,
    right: `rows.where({ account: p.account, id: p.id, state: "new" }).update(sentBy(p, k))`,
    wrong: `rows.where({ account: p.account, id: p.id, state: "new" }).update({ owner: p.owner })`,
  },
  {
    name: "a sale that a look-up does not find is sent again at once",
    file: SALE,
    right: `return { attempt, outcome: await callAcquirer(mode, attempt, lookUp(mode, attempt), late) }`,
    wrong: `const found = await callAcquirer(mode, attempt, lookUp(mode, attempt), late)
      if (found.result !== "unknown") return { attempt, outcome: found }
      const again = await prepareSale(mode, await acquirerFor(mode, attempt), attempt, await intentOf(mode.database, attempt))
      return { attempt, outcome: await callAcquirer(mode, attempt, again, late) }`,
  },
  {
    name: "a sale that a look-up does not find counts as not made at once",
    file: SALE,
    right: `return isOpen ? { result: "unknown" } : found`,
    wrong: `return isOpen ? { result: "unavailable" } : found`,
  },
  {
    name: "a sale that is given up is not monitored",
    file: "src/payments/attempts/poll-schedule.ts",
    right: "if (elapsed >= watchSecondsOf(polled)) return undefined",
    wrong: "return undefined",
  },
  {
    name: "a refund that a look-up does not find is sent again at once",
    file: REFUND,
    right: `return !found || found.result === "unavailable" ? { result: "unknown" } : found`,
    wrong: `return found ?? { result: "unavailable" }`,
  },
  {
    name: "a reversal of money that the acquirer has is taken for made",
    file: REFUND,
    right: "Math.min(ordered.amount, Math.max(0, left))",
    wrong: "0",
  },
  {
    name: "a payment's event is written in a transaction of its own",
    file: "src/payments/intents/transition.ts",
    right: "recordEvent(tx, scope, type, presentIntent(moved, scope.mode))",
    wrong: apart("void recordEvent(tx, scope, type, presentIntent(moved, scope.mode))"),
  },
  {
    name: "a confirm's response is saved in a transaction of its own",
    file: "src/payments/intents/save-response.ts",
    right: "saveResponse(tx, { account, key }, { status: 200, body, sealed: false }, scope.now)",
    wrong: apart("saveResponse(tx, { account, key }, { status: 200, body, sealed: false }, scope.now)"),
  },
  {
    name: "the response of a saved card is saved in a transaction of its own",
    file: "src/payments/methods/save.ts",
    right: "if (key) saveResponse(tx, { account, key }, response, scope.now)",
    wrong: `if (key) tx.afterCommit(() => void mode.database.transaction(async (later) => saveResponse(later, { account, key }, response, scope.now)).catch(() => {}))`,
  },
  {
    name: "a renewal's period is stored in a transaction of its own",
    file: SUBSCRIPTION,
    right: "await saveSubscription(tx, scope, before, { ...before, ...opened, latest_payment_intent: intent.id })",
    wrong: apart("saveSubscription(tx, scope, before, { ...before, ...opened, latest_payment_intent: intent.id })"),
  },
  {
    name: "the deliveries of an event are written in a transaction of their own",
    file: "src/events/record.ts",
    right: "() => fanOut(tx, scope, id, body, subscribersIn(endpoints, { type, since }))",
    wrong: `async () => { ${apart("fanOut(tx, scope, id, body, subscribersIn(endpoints, { type, since }))")} }`,
  },
  {
    name: "a refund is not reserved before it is made",
    file: "src/payments/refunds/create.ts",
    right: "const refunds = await activeRefundsOf(tx, intent)",
    wrong: `const refunds = (await activeRefundsOf(tx, intent)).filter(({ status }) => status === "succeeded")`,
  },
  {
    name: "a used token is not used up",
    file: "src/payments/tokens/tokens.ts",
    right: "await tx.one(markUsed, { account, id, attempt })",
    wrong: "await findToken(tx, account, id)",
  },
  {
    name: "a token is not freed when nothing was charged",
    file: UNDO,
    right: "await freeToken(tx, attempt)",
    wrong: "",
  },
  {
    name: "an idempotency key is not released when nothing was charged",
    file: UNDO,
    right: "if (key) await releaseClaim(tx, { account, key })",
    wrong: "",
  },
  {
    name: "a key whose request still runs starts it again",
    file: CLAIMS,
    right: `.where("lease_until_ms", "<=", nowMs(k))`,
    wrong: "",
  },
  {
    name: "a saved response is not found",
    file: CLAIMS,
    right: "if (saved) return saved",
    wrong: "",
  },
  {
    name: "money that arrives after the end is kept",
    file: OUTCOME,
    right: `if (outcome.result === "approved" && !isKnown) await orderReversal(tx, scope, sold, outcome)`,
    wrong: "",
  },
  {
    name: "a refund is completed in a transaction of its own",
    file: REFUND,
    right: `if (outcome.result === "refunded") await completeRefund(tx, scope, refund, "succeeded")`,
    wrong: `if (outcome.result === "refunded") tx.afterCommit(() => void mode.database.transaction(async (tx) => completeRefund(tx, scope, refund, "succeeded")).catch(() => {}))`,
  },
  {
    name: "another account sees a payment intent",
    file: INTENTS,
    right: `export const findIntent = paymentIntents.find(["account", "id"])`,
    wrong: `export const findIntent = paymentIntents.find(["id"])`,
  },
  {
    name: "the number of the last event is not counted on",
    file: "src/events/list/order.ts",
    right: "last_seq: last_seq + listed.length,",
    wrong: "last_seq,",
  },
  {
    name: "a sale whose answer was lost is never looked up",
    file: "src/payments/intents/poll.ts",
    right: "if (isNews(state, found, isLate)) await applySaleOutcome(mode, attempt, found)",
    wrong: `if (state !== "unknown" && isNews(state, found, isLate)) await applySaleOutcome(mode, attempt, found)`,
  },
  {
    name: "what is added to the totals is added again where the process dies",
    file: "src/ledger/totals/fold.ts",
    right: "await inBatches(database, foldBatch)",
    wrong:
      "{ await database.transaction((tx) => tx.run(add, { limit: 9 })); await database.transaction((tx) => tx.run(remove, { limit: 9 })) }",
  },
  {
    name: "a token shows the whole card number",
    file: "src/vault/cards.ts",
    right: "last4: card.number.slice(-4)",
    wrong: "last4: card.number",
  },
  {
    name: "a webhook is signed with the time in milliseconds",
    file: "src/events/webhooks/signature.ts",
    right: "sign(secrets, Math.floor(nowMs / 1000), body)",
    wrong: "sign(secrets, nowMs, body)",
  },
  {
    name: "a page of a list begins with the last payment of the one before",
    file: "src/db/page.ts",
    right: `query.where("id", direction === "older" ? "<" : ">", p.cursor ?? null)`,
    wrong: `query.where("id", direction === "older" ? "<=" : ">", p.cursor ?? null)`,
  },
  {
    name: "a clock is read that differs from the database's",
    file: "src/db/checked-clock.ts",
    right: "if (flaw !== undefined) throw new WrongClock(flaw)",
    wrong: "",
  },
])

const IN_LATE = inWorld("late", [
  {
    name: "a PIX that its acquirer has ended is not monitored",
    file: OUTCOME,
    right: `return attempt.type !== "card" && charge !== null && !chargesMandate(attempt)`,
    wrong: "return false",
  },
])

const IN_CHARGEBACKS = inWorld("chargebacks", [
  {
    name: "a partial chargeback is booked as one of the whole payment",
    file: BOOKING,
    right: "const { disputed: amount } = found",
    wrong: "const amount = intent.amount - disputed",
  },
  {
    name: "a chargeback is booked again when it is notified again",
    file: BOOKING,
    right: "disputed: Math.max(0, charged_back - disputed),",
    wrong: "disputed: charged_back,",
  },
  {
    name: "a chargeback of a payment is dropped",
    file: BOOKING,
    right: "if (found.disputed > 0) {",
    wrong: "if (found.disputed < 0) {",
  },
  {
    name: "a chargeback of returned money is dropped",
    file: BOOKING,
    right: "const total = returnedTwice(held, madeBy(reversal))",
    wrong: "const total = 0",
  },
  {
    name: "a reversal is not limited to what is left",
    file: "src/acquirers/sale.ts",
    right: "return captured - gone_back - charged_back",
    wrong: "return captured",
  },
])

const IN_PORTAL = inWorld("portal", [
  {
    name: "what had gone back before a refund is forgotten",
    file: BEGIN_RETURN,
    right: "const gone_back_before = held?.gone_back ?? attempt.gone_back_before",
    wrong: "const gone_back_before = 0",
  },
  {
    name: "a refund in the acquirer's portal is not booked",
    file: BOOKING,
    right: "if (found.refunded > 0) {",
    wrong: "if (found.refunded < 0) {",
  },
  {
    name: "an inquiry does not wait for a refund on its way",
    file: INQUIRIES,
    right: "? hasOpenRefund(db, intent) : isReversalOpen(reversal)",
    wrong: "? false : isReversalOpen(reversal)",
  },
])

const IN_PARTS = inWorld("parts", [
  {
    name: "a refund does not wait for another one whose outcome is unknown",
    file: BEGIN_RETURN,
    right: "return hasUndecided && !hasRefundReferences",
    wrong: "return false",
  },
  {
    name: "what was sent back and is shown counts twice",
    file: BOOKING,
    right: "(returned.before ?? 0) + returned.amount",
    wrong: "gone_back + returned.amount",
  },
  {
    name: "a refund of more than is left is sent after an inquiry",
    file: "src/payments/refunds/left.ts",
    right: "if (left >= amount) break",
    wrong: "break",
  },
])

export const PLANTED: readonly Planted[] = [
  ...IN_BANK,
  ...OF_CAPTURES,
  ...OF_CHOICES,
  ...OF_CODES_AHEAD,
  ...OF_DISPUTES,
  ...OF_LEDGER,
  ...OF_PAYOUTS,
  ...IN_LATE,
  ...IN_CHARGEBACKS,
  ...IN_PORTAL,
  ...IN_PARTS,
  ...OF_AMOUNTS,
  ...OF_STATEMENTS,
  ...OF_CASES,
  ...OF_THREE_D_SECURE,
  ...OF_OWN_BANK,
  ...OF_MANDATES,
]
