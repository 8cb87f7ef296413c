// Checks the responses to merchants: a repeated request with its key must never conflict with the effects of its own first try.
import { subscriptions } from "../../src/billing/subscriptions/tables.ts"
import type { Database } from "../../src/db/database.ts"
import { isFinal } from "../../src/payments/intents/state.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import { paymentMethods } from "../../src/payments/methods/table.ts"
import { tokens } from "../../src/payments/tokens/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Answered } from "../merchants/shop.ts"

const usedTokens = testOnly(tokens.find(["account"], (rows) => rows.whereRaw("used").select("id")))
/** A subscription saves the card of its first payment by itself. */
const savedCards = testOnly(
  paymentMethods.find(["account"], (rows, p, k) =>
    rows
      .whereNotExists(
        subscriptions
          .rows(k)
          .where({ account: p.account })
          .whereRaw("subscriptions.customer = payment_methods.customer")
          .select("id"),
      )
      .whereNotNull("customer")
      .select("id"),
  ),
)

/** Returns the responses that no request should have had, and the saved cards that no response names. */
export async function checkAnswers(
  database: Database,
  account: string,
  answers: readonly Answered[],
  intents: IntentRow[],
): Promise<string[]> {
  const used = (await database.all(usedTokens, { account })).map(({ id }) => id)
  const saved = (await database.all(savedCards, { account })).map(({ id }) => id)
  const told = answers.filter(({ path, response }) => path === "/v1/payment_methods" && response.status === 201)
  const isMade = ({ path, response }: Answered) => path === "/v1/refunds" && response.status === 201
  const refunded = new Set(answers.filter(isMade).map(({ response }) => response.body.payment_intent))
  const known = { used, intents, refunded }
  const toldIds = told.map(({ response }) => response.body.id)
  return [
    ...answers.filter((answer) => !isExpected(answer, known)).map((answer) => `unexpected: ${said(answer)}`),
    ...saved.filter((id) => !toldIds.includes(id)).map((id) => `a card was saved and nobody was told: ${id}`),
    ...toldIds.filter((id, i) => toldIds.indexOf(id) !== i).map((id) => `two answers name the same card: ${id}`),
  ]
}

/** `refunded`: the payments that have a refund. It may have failed since. */
type Known = { used: string[]; intents: IntentRow[]; refunded: ReadonlySet<string> }

function isExpected({ path, body, response }: Answered, { used, intents, refunded }: Known): boolean {
  const { status } = response
  if (status < 400) return true
  const { code } = response.body.error
  // The bank refuses to verify the card, or to capture.
  if (status === 402) return path === "/v1/payment_methods" || path.endsWith("/capture")
  // An unused token expires as time passes.
  const token = "token" in body ? body.token : "payment_method" in body ? body.payment_method : undefined
  // A subscription may end or fail meanwhile.
  if (/\/(pause|resume)$/.test(path) && code === "subscription_unexpected_state")
    return / is (INCOMPLETE|TRIALING|PAST_DUE|UNPAID|CANCELED)\b/.test(response.body.error.message)
  if (code === "token_unusable") return !used.includes(String(token))
  if (path === "/v1/refunds") return isSpent(body, code, { intents, refunded })
  const intent = intents.find(({ id }) => path.includes(id))
  if (!intent) return false
  // Another capture, a cancel or the bank was faster.
  if (path.endsWith("/capture")) return code === "payment_intent_unexpected_state" && isFinal(intent.status)
  if (!path.endsWith("/cancel")) return false
  // The payer, the bank or the time limit was faster.
  return intent.status !== "canceled" || intent.expired || intent.last_payment_error !== null
}

/** Whether something of the payment has gone back before, so that there was less left than a refund asked for. */
function isSpent(body: object, code: string, { intents, refunded }: Pick<Known, "intents" | "refunded">): boolean {
  const intent = intents.find(({ id }) => "payment_intent" in body && body.payment_intent === id)
  const isMore = code === "payment_intent_already_refunded" || code === "parameter_invalid"
  return isMore && intent !== undefined && (intent.amount_refunded > 0 || intent.disputed || refunded.has(intent.id))
}

function said({ path, response, idempotencyKey }: Answered): string {
  return `POST ${path} with the key ${idempotencyKey}: ${response.status} ${JSON.stringify(response.body)}`
}
