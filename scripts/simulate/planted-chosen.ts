// Bugs of what merchants and payers choose, and of trials that charge nothing.
import { inWorld } from "./planted-kind.ts"

const SALE = "src/payments/intents/sale.ts"
const TERMS = "src/payments/intents/terms.ts"

export const OF_CHOICES = inWorld("bank", [
  {
    name: "a card is charged in one installment, whatever was asked for",
    file: SALE,
    right: "const { installments, challenge } = attempt",
    wrong: "const { challenge } = attempt\n  const installments = 1",
  },
  {
    name: "a PIX can be paid as long as any other",
    file: TERMS,
    right: "(chosen?.pix?.expires_after_seconds ?? pixTtlSeconds)",
    wrong: "pixTtlSeconds",
  },
  {
    name: "a boleto is due like any other",
    file: TERMS,
    right: "chosen?.boleto?.expires_after_days ?? boletoDays",
    wrong: "boletoDays",
  },
  {
    name: "a card that was not verified begins a trial",
    file: SALE,
    right: `if (verdict.result === "approved") return`,
    wrong: "if (verdict) return",
  },
  {
    name: "a trial is charged when it begins",
    file: "src/billing/subscriptions/schedule.ts",
    right: "charge_due_at: end,\n    paused_at: null",
    wrong: "charge_due_at: now,\n    paused_at: null",
  },
])
