// Bugs of mandates (PIX Automático), and of what they charge.
import { inWorld } from "./planted-kind.ts"

const PIX = "src/acquirers/bank-pix/pix.ts"
const SALES = "src/acquirers/bank-pix/recurring-sales.ts"
const RECURRING = "src/acquirers/bank-pix/recurring-outcomes.ts"
const MANDATE = "src/billing/subscriptions/mandate.ts"
const AHEAD = "src/billing/subscriptions/ahead.ts"
const METHODS = "src/payments/methods/mandates.ts"

export const OF_MANDATES = inWorld("mandates", [
  {
    name: "what went back of a charge by mandate is never found",
    file: "src/payments/listings/compare.ts",
    right: "return found.refunded > 0 || found.disputed > 0 || isExcess",
    wrong: "return false",
  },
  {
    name: "what the bank takes back of a charge by mandate (MED) is booked as a refund",
    file: PIX,
    right: `textOf(natureza)?.startsWith("MED_") === true`,
    wrong: `["MED_FRAUDE", "MED_OPERACIONAL"].includes(textOf(natureza) ?? "")`,
  },
  {
    name: "a mandate outlives its subscription",
    file: MANDATE,
    right: `if (payment_type !== "pix") return`,
    wrong: "if (payment_type) return",
  },
  {
    name: "a payment does not find the mandate to which its payer has agreed before",
    file: MANDATE,
    right: `return mandate.status === "active" ? mandate : undefined`,
    wrong: "return undefined",
  },
  {
    name: "a charge by mandate that could not be withdrawn counts as withdrawn",
    file: SALES,
    right: `if (written.result === "unavailable") return { result: "unavailable" }`,
    wrong: `if (written.result !== "done") return { result: "voided" }`,
  },
  {
    name: "what a retry has paid also pays the tries before it",
    file: RECURRING,
    right: "const isPaidLater = charge.tries.some",
    wrong: "const isPaidLater = charge.day === '' && charge.tries.some",
  },
  {
    name: "a try that the banks send again on its day counts as failed",
    file: RECURRING,
    right: `return isOver && (isExpired || !mayCome)`,
    wrong: "return isOver && (isExpired || !mayCome || true)",
  },
  {
    name: "a mandate is of the first payment's amount, whatever the product costs",
    file: MANDATE,
    right: `amount: priceOf(terms, intent, "pix").amount }`,
    wrong: 'amount: intent.amount || priceOf(terms, intent, "pix").amount }',
  },
  {
    name: "a charge by mandate is tried again four times",
    file: "src/billing/subscriptions/retries.ts",
    right: "const MANDATE_RETRY_DAYS = [1, 3, 7] as const",
    wrong: "const MANDATE_RETRY_DAYS = [1, 2, 3, 7] as const",
  },
  {
    name: "a charge by mandate is tried again on the day that has failed",
    file: MANDATE,
    right: "return charge === null ? null : { charge, day, tried: made.day,",
    wrong: "return charge === null ? null : { charge, day,",
  },
  {
    name: "a charge by mandate is of the day before its period",
    file: "src/billing/subscriptions/order.ts",
    right: "const day = isAhead ? dayOf(s.current_period_end) :",
    wrong: "const day = isAhead ? dayOf(s.current_period_end) - 1 :",
  },
  {
    name: "a period that begins is charged again although its charge by mandate is open",
    file: "src/billing/subscriptions/charge.ts",
    right: `if (action === "open_period" && (ahead === "open" || ahead === "paid")) {`,
    wrong: `if (action === "open_period" && ahead === "paid") {`,
  },
  {
    name: "a charge by mandate whose answer is lost counts as refused",
    file: SALES,
    right: `if (written.result !== "refused" && written.result !== "none") return { result: "unknown" }`,
    wrong: `if (written.result !== "refused" && written.result !== "none") return notTaken(order, known, "")`,
  },
  {
    name: "a charge by mandate goes on although its subscription ends before it",
    file: AHEAD,
    right: "else if (isCycleByMandate(intent)) await",
    wrong: `else if (isCycleByMandate(intent) && intent.status !== "processing") await`,
  },
  {
    name: "money of a period that never begins is kept",
    file: AHEAD,
    right: `if (ahead === "paid") await orderRefund(tx, scope, latest_payment_intent)`,
    wrong: `if (ahead === "open") await orderRefund(tx, scope, latest_payment_intent)`,
  },
  {
    name: "the mandate of a subscription that stays unpaid goes on",
    file: MANDATE,
    right: `if (after.status === "UNPAID") await endMandatesOf(tx, scope, after)`,
    wrong: `if (after.status === "CANCELED") await endMandatesOf(tx, scope, after)`,
  },
  {
    name: "a mandate that its merchant has detached is charged all the same",
    file: MANDATE,
    right: "if (before && before.mandate === id) await saveSubscription",
    wrong: "if (before && before.mandate !== id) await saveSubscription",
  },
  {
    name: "a mandate that its payer has ended stays with its subscription",
    file: MANDATE,
    right: 'const changes = status === "active" ? { mandate: mandate.id } : withoutMandate(before, scope.now)',
    wrong: 'const changes = { ...(status === "active" && { mandate: mandate.id }) }',
  },
  {
    name: "a mandate that has ended is still a payment method",
    file: METHODS,
    right: "if (before.is_attached) await detachPaymentMethod(tx, scope, after.id)",
    wrong: "",
  },
  {
    name: "a mandate to which its payer has agreed is never asked about again",
    file: METHODS,
    right: "{ status, polling_since: now, due_at: now + DAY })",
    wrong: "{ status, polling_since: now, due_at: null })",
  },
  {
    name: "a mandate outlives the payment that was to begin it",
    file: "src/payments/intents/transition.ts",
    right: `if (moved.status === "canceled" && mayFound(moved)) await`,
    wrong: `if (moved.status === "succeeded" && moved.amount < 0 && mayFound(moved)) await`,
  },
  {
    name: "a mandate of the same payer for another subscription is ended",
    file: "src/acquirers/bank-pix/mandate.ts",
    right: "return all.filter((one) => one.contract === contract)",
    wrong: "return contract ? all : []",
  },
])
