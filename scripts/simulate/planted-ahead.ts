// Bugs of codes that are made and paid before their period begins.
import { inWorld } from "./planted-kind.ts"

export const OF_CODES_AHEAD = inWorld("bank", [
  {
    name: "a period that was paid ahead is charged again",
    file: "src/billing/subscriptions/charge.ts",
    right: `(ahead === "open" || ahead === "paid")`,
    wrong: `ahead === "open"`,
  },
  {
    name: "what was paid ahead is kept when the subscription ends",
    file: "src/billing/subscriptions/cancel.ts",
    right: "await refundAhead(tx, scope, subscription)",
    wrong: "",
  },
])
