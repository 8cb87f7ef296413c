// Bugs of debit cards.
import type { PlantedBug } from "./bug.ts"
import { CONTRACT, DEBIT, DEBIT_PAGES, LIVE, SALES } from "./tests.ts"

const REFUSALS = "src/payments/intents/debit.ts"
const CIELO = "src/acquirers/cielo/debit.ts"

export const OF_DEBIT: readonly PlantedBug[] = [
  {
    name: "a debit card pays in installments",
    file: REFUSALS,
    right: "if ((installments ?? 1) > 1)",
    wrong: "if ((installments ?? 1) > 12)",
    tests: [DEBIT],
  },
  {
    name: "a debit card is charged while its payer is absent",
    file: REFUSALS,
    right: "if (off_session)",
    wrong: "if (off_session && amount === 0)",
    tests: [DEBIT],
  },
  {
    name: "a debit card is authorized first, and captured later",
    file: REFUSALS,
    right: `if (capture_method === "manual")`,
    wrong: `if (capture_method === "manual" && amount === 0)`,
    tests: [DEBIT],
  },
  {
    name: "a debit card is saved",
    file: "src/payments/methods/save.ts",
    right: `if (sealed?.funding === "debit")`,
    wrong: `if (sealed?.funding === "debit" && token.used)`,
    tests: [DEBIT],
  },
  {
    name: "a payment by debit starts a subscription",
    file: "src/billing/subscriptions/follow.ts",
    right: ` || details?.card?.funding === "debit"`,
    wrong: "",
    tests: [DEBIT],
  },
  {
    name: "Cielo is sent a debit card that was not authenticated",
    file: CIELO,
    right: "if (!isAuthenticated(card.brand, authentication))",
    wrong: "if (!authentication)",
    tests: [SALES],
  },
  {
    name: "Cielo is sent a debit card as a credit card",
    file: "src/acquirers/cielo/requests.ts",
    right: `if (sale.card.funding === "debit") return debitRequest(sale, form)`,
    wrong: "",
    tests: [CONTRACT],
  },
  {
    name: "a debit card is refunded on the day of its payment",
    file: CIELO,
    right: `.startOf("day")`,
    wrong: `.minus({ days: 1 })`,
    tests: [SALES],
  },
  {
    name: "a debit card is refunded in several parts",
    file: "src/payments/refunds/create.ts",
    right: `const sale = funding === "debit" ? await latestAttemptOf(tx, intent) : undefined`,
    wrong: `const sale = funding === "debit" && intent.amount === 0 ? await latestAttemptOf(tx, intent) : undefined`,
    tests: [LIVE],
  },
  {
    name: "a page takes debit although the account does not offer it",
    file: "src/web/frame/sessions.ts",
    right: "!(await settingsOf(mode.database, account)).offers_debit) throw unreadable()",
    wrong: "!(await settingsOf(mode.database, account))) throw unreadable()",
    tests: [DEBIT_PAGES],
  },
  {
    name: "the mock takes a debit card without authentication",
    file: "src/acquirers/mock/decide.ts",
    right: `card.funding === "debit" ? "any" : three_d_secure`,
    wrong: "three_d_secure",
    tests: [DEBIT],
  },
]
