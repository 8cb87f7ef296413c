import type { CustomerRow } from "../../../../accounts/tables.ts"
import { MOCK_CARDS } from "../../../../acquirers/mock/cards.ts"
import { ApiError, refuseCardNumber } from "../../../../base/errors.ts"
import { readAmount } from "../../../../base/read-amount.ts"
import { createCustomer, listCustomers, presentCustomer } from "../../../../customers/customers.ts"
import type { Transaction } from "../../../../db/database.ts"
import { renderError } from "../../../../http/errors.ts"
import type { Scope } from "../../../../modes/wiring.ts"
import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { beginConfirm, finishConfirm } from "../../../../payments/intents/confirm.ts"
import { createIntent } from "../../../../payments/intents/create.ts"
import { presentIntent } from "../../../../payments/intents/present.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { createBareToken, createCardToken, presentToken } from "../../../../payments/tokens/tokens.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { ApiCall } from "./api-calls.ts"
import { WORDS } from "./console-words.ts"

export const METHODS = ["card", "pix", "boleto"] as const

type Method = (typeof METHODS)[number]

/** A payment to play. The amount is in cents. */
type TestPayment = {
  method: Method
  amount: number
  card: (typeof MOCK_CARDS)[number]
  installments: number
  email: string
  description: string | null
}

const CURRENCY = "brl"
const MAX_AMOUNT = 99_999_999_999
const MAX_EMAIL = 255
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** The payer data that PIX and boleto need. The CPF is one that documentation uses. */
const PAYER = {
  name: "Test Payer",
  document: { type: "cpf", number: "52998224725" },
  address: { line1: "Avenida Paulista", number: "1000", city: "Sao Paulo", state: "SP", postal_code: "01310100" },
} as const

/** Reads the form. Throws parameter_invalid, with a message in the viewer's language. */
export function readTestPayment(request: DashboardRequest): TestPayment {
  const words = request.words(WORDS)
  const text = (name: string) => fieldText(request, name)
  const method = METHODS.find((each) => each === text("method"))
  const card = MOCK_CARDS.find(({ name }) => name === text("card"))
  const installments = Number(/^\d{1,2}$/.exec(text("installments"))?.[0] ?? Number.NaN)
  if (!method || !card || !(installments >= 1 && installments <= 12)) throw new ApiError("parameter_invalid", words.unknownChoice)
  const amount = readAmount(text("amount"))
  if (!amount || amount > MAX_AMOUNT) throw new ApiError("parameter_invalid", words.badAmount, "amount")
  const email = text("email")
  if (email.length > MAX_EMAIL || !EMAIL.test(email)) throw new ApiError("parameter_invalid", words.badEmail, "email")
  const description = text("description").slice(0, 255) || null
  refuseCardNumber(description, "description", "refused_if_grouped")
  return {
    method,
    amount,
    card,
    installments: method === "card" ? installments : 1,
    email,
    description,
  }
}

/** Plays a payment as the API does: it is stored before the acquirer is called. Returns the calls with their responses. */
export async function runTestPayment(
  request: DashboardRequest,
  play: TestPayment,
): Promise<{ intent: IntentRow; calls: ApiCall[] }> {
  const { begun, calls } = await request.runAction({ action: "test_payment.create" }, async (tx, scope) => {
    const played = await begin(tx, scope, play)
    return { ...played, id: played.begun.intent.id }
  })
  const { attempt, intent } = begun
  const response = await responseOf(async () => {
    const confirmed = await finishConfirm(request.mode, begun)
    return presentIntent(confirmed.intent, request.mode)
  })
  const confirm = confirmCall(play, attempt, intent)
  const after = await mustFindIntent(request.mode.database, { account: request.account }, intent.id)
  return { intent: after, calls: [...calls, { ...confirm, ...response }] }
}

async function begin(tx: Transaction, scope: Scope, play: TestPayment) {
  const { customer, call: customerCall } = await findPayer(tx, scope, play.email)
  const { token, call: tokenCall } = await createToken(tx, scope, play)
  const input = {
    amount: play.amount,
    currency: CURRENCY,
    customer: customer.id,
    payment_method_types: [play.method],
    ...(play.description && { description: play.description }),
  }
  const created = await createIntent(tx, scope, input)
  const intentCall: ApiCall = {
    name: "intent",
    method: "POST",
    path: "/v1/payment_intents",
    body: input,
    status: 201,
    response: presentIntent(created, scope.mode),
  }
  const confirmation = { payment_method: token, installments: play.installments }
  const begun = await beginConfirm(tx, scope, created.id, confirmation, { idempotency_key: null })
  return { begun, calls: [customerCall, intentCall, tokenCall] }
}

/** Finds the newest customer with this address who can pay by every method. If there is none, creates one. */
async function findPayer(tx: Transaction, scope: Scope, email: string): Promise<{ customer: CustomerRow; call: ApiCall }> {
  const { rows } = await listCustomers(tx, scope, { email, limit: 1 })
  const known = rows.find(({ name, document, address }) => name && document && address)
  if (known) {
    const path = `/v1/customers/${known.id}`
    return {
      customer: known,
      call: { name: "customer", method: "GET", path, status: 200, response: presentCustomer(known, tx.livemode) },
    }
  }
  const body = { email, ...PAYER }
  const customer = await createCustomer(tx, scope, body)
  const response = presentCustomer(customer, tx.livemode)
  return { customer, call: { name: "customer", method: "POST", path: "/v1/customers", body, status: 201, response } }
}

async function createToken(
  tx: Transaction,
  scope: Scope,
  { method, card }: TestPayment,
): Promise<{ token: string; call: ApiCall }> {
  const call = { name: "token", method: "POST", path: "/v1/tokens", status: 201 } as const
  if (method !== "card") {
    const token = await createBareToken(tx, scope, method)
    return { token: token.id, call: { ...call, body: { type: method }, response: await presentToken(tx, token, tx.livemode) } }
  }
  const input = {
    number: card.number,
    expMonth: 12,
    // The account's clock may be many years ahead.
    expYear: new Date(scope.now * 1000).getUTCFullYear() + 3,
    cvc: card.name === "amex" ? "1234" : "123",
  }
  const { token, card: stored } = await createCardToken(tx, scope, input)
  const response = await presentToken(tx, token, tx.livemode, stored)
  return { token: token.id, call: { ...call, body: { type: "card", card: input }, response } }
}

function confirmCall({ installments, method }: TestPayment, { token }: AttemptRow, { id }: IntentRow) {
  const body = { payment_method: token, ...(method === "card" && installments > 1 && { installments }) }
  return { name: "confirm", method: "POST", path: `/v1/payment_intents/${id}/confirm`, body } as const
}

/** Returns the response that the API would give. An API error is a response too. */
export async function responseOf(work: () => Promise<object>): Promise<Pick<ApiCall, "status" | "response">> {
  try {
    return { status: 200, response: await work() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, error: body } = renderError(error)
    return { status, response: { error: body } }
  }
}
