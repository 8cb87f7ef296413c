// Bugs of PIX at the merchant's own bank, and of mandates there (PIX Automático).
import { inWorld } from "./planted-kind.ts"

const PIX = "src/acquirers/bank-pix/pix.ts"
const REFUNDS = "src/acquirers/bank-pix/refunds.ts"
const OUTCOMES = "src/acquirers/bank-pix/outcomes.ts"
const RECURRING = "src/acquirers/bank-pix/recurring-outcomes.ts"
const COMPARE = "src/payments/listings/compare.ts"
const MANDATE = "src/billing/subscriptions/mandate.ts"

export const OF_OWN_BANK = inWorld("pix", [
  {
    name: "what a fraud takes back (MED) is booked as a refund",
    file: PIX,
    right: `return nature === "MED_FRAUDE" ? "fraudulent" : "general"`,
    wrong: "return undefined",
  },
  {
    name: "a devolução that was not made counts as gone back",
    file: PIX,
    right: `returns.filter(({ status }) => status === "DEVOLVIDO")`,
    wrong: "returns",
  },
  {
    name: "a devolução that is under way counts as made",
    file: REFUNDS,
    right: `return { result: "pending" }`,
    wrong: `return { result: "refunded" }`,
  },
  {
    name: "money that only the bank's list has is kept",
    file: COMPARE,
    right: "return (await differsFromReturned(db, known, intent, reversal)) ? { charge } : undefined",
    wrong: "return undefined",
  },
  {
    name: "money that was paid to another key with the charge's id counts",
    file: OUTCOMES,
    right: "paid === undefined || paid.toLowerCase() === key.toLowerCase()",
    wrong: "paid !== key.toUpperCase()",
  },
])

export const OF_MANDATES = inWorld("mandates", [
  {
    name: "what went back of a charge by mandate is never found",
    file: COMPARE,
    right: "return found.refunded > 0 || found.disputed > 0 || isExcess",
    wrong: "return false",
  },
  {
    name: "what the bank takes back of a charge by mandate (MED) is booked as a refund",
    file: PIX,
    right: `if (!nature.startsWith("MED_")) return undefined`,
    wrong: `if (nature !== "MED_FRAUDE" && nature !== "MED_OPERACIONAL") return undefined`,
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
    file: "src/acquirers/bank-pix/recurring-sales.ts",
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
])
