// Takes one payment with the client of orval, reads the answers with its zod schemas, and prints the payment's status.
import { confirmPaymentIntent, createCustomer, createPaymentIntent, createToken, listPaymentIntents } from "./vintem/client.ts"
import {
  ConfirmPaymentIntentResponse,
  CreateCustomerResponse,
  CreatePaymentIntentResponse,
  CreateTokenResponse,
  ListPaymentIntentsResponse,
} from "./vintem/zod.ts"

const { VINTEM_KEY, VINTEM_BASE_URL } = process.env
const send = globalThis.fetch
globalThis.fetch = (path, options) => send(`${VINTEM_BASE_URL}${path}`, options)
const options = { headers: { Authorization: `Bearer ${VINTEM_KEY}` } }

const customer = CreateCustomerResponse.parse((await createCustomer({ email: "ana@example.com" }, options)).data)
const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" }
const token = CreateTokenResponse.parse((await createToken({ type: "card", card }, options)).data)
const intent = CreatePaymentIntentResponse.parse(
  (await createPaymentIntent({ amount: 4990, currency: "brl", customer: customer.id }, options)).data,
)
const confirm = () => confirmPaymentIntent(intent.id, { payment_method: token.id }, options)
const paid = ConfirmPaymentIntentResponse.parse((await confirm()).data)
if (paid.next_action !== null || !paid.charges.latest?.startsWith("ch_")) throw new Error(JSON.stringify(paid))
const listed = ListPaymentIntentsResponse.parse((await listPaymentIntents({ customer: customer.id }, options)).data)
if (listed.data.map(({ id }) => id).join() !== intent.id) throw new Error("the list does not contain exactly the payment intent")
if ((await confirm()).status !== 400) throw new Error("the second confirm did not fail")
console.log(paid.status)
