// PIX, boleto, refunds, the balance and metadata.
import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { expectEqual, expectError, expectStatus, expectThat, type Reply } from "../expect.ts"
import { AMOUNT, CARDS, cardBody, confirmWith, help, newIntent, newPayer, newToken, paid, post, timeOf } from "../objects.ts"
import type { Session } from "../session.ts"

const MAX_METADATA = 50

/** Confirms a new intent by PIX or boleto, and checks the payer's next action. */
async function openPayment(session: Session, method: "pix" | "boleto", action: string): Promise<Reply> {
  const reply = await confirmWith(session, (await newIntent(session)).id, method)
  const { status, next_action } = expectStatus(reply, 200)
  expectEqual(reply, "status and next_action", [status, next_action?.type], ["requires_action", action])
  expectThat(next_action.expires_at > (await timeOf(session)), reply, "expires_at in the future", next_action.expires_at)
  return reply
}

/** Returns the checksum of a BR Code: CRC-16 with polynomial 0x1021 and start 0xFFFF, in hexadecimal. */
function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

/** Returns the check digit of a field of a boleto's line: modulo 10 with weights 2 and 1 from the right. */
function modulo10(digits: string): number {
  const products = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  const sum = products.reduce((total, product) => total + Math.floor(product / 10) + (product % 10), 0)
  return (10 - (sum % 10)) % 10
}

function expectExpired(reply: Reply): void {
  const { status, last_payment_error } = expectStatus(reply, 200)
  expectEqual(reply, "status", [status, last_payment_error?.code], ["canceled", "payment_intent_expired"])
}

/** Expects that an open payment ends, through a test helper or when the account's time passes. */
async function expectEnds(session: Session, method: "pix" | "boleto", action: string): Promise<void> {
  const open = await openPayment(session, method, action)
  const done = await help(session, open.body, "succeed")
  expectEqual(done, "status", expectStatus(done, 200).status, "succeeded")
  const late = await help(session, (await openPayment(session, method, action)).body, "expire")
  expectExpired(late)
  expectError(await confirmWith(session, late.body.id, method), 400, "payment_intent_expired")
}

export const railChecks: Check[] = [
  {
    id: "pix.code",
    title: "a PIX has a BR Code with a right checksum and the amount, and ends in succeeded or expired",
    rule: "openapi.yaml, PixDisplayQrCode",
    run: async (session) => {
      const reply = await openPayment(session, "pix", "pix_display_qr_code")
      const code: string = reply.body.next_action.qr_code_data
      expectEqual(reply, "checksum of qr_code_data", code.slice(-4), crc16(code.slice(0, -4)))
      expectThat(code.includes("540549.90"), reply, "the amount 49.90 in qr_code_data", code)
      await expectEnds(session, "pix", "pix_display_qr_code")
    },
  },
  {
    id: "pix.time",
    title: "a PIX that its payer does not pay expires at its time",
    rule: 'openapi.yaml, section "Lifetimes"',
    run: async (session) => {
      const { body } = await openPayment(session, "pix", "pix_display_qr_code")
      await post(session, "/v1/test_helpers/clock/advance", { to: body.next_action.expires_at + 1 }, 200)
      const after = await session.request("GET", `/v1/payment_intents/${body.id}`)
      expectExpired(after)
    },
  },
  {
    id: "boleto.line",
    title: "a boleto has a line of 47 digits with right check digits and the amount, and ends in succeeded or expired",
    rule: "openapi.yaml, BoletoDisplayDetails",
    run: async (session) => {
      const reply = await openPayment(session, "boleto", "boleto_display_details")
      const line: string = reply.body.next_action.line_code
      for (const [from, to] of [
        [0, 9],
        [10, 20],
        [21, 31],
      ] as const)
        expectEqual(reply, `check digit ${to + 1} of line_code`, Number(line[to]), modulo10(line.slice(from, to)))
      expectEqual(reply, "amount in line_code", Number(line.slice(37)), AMOUNT)
      await expectEnds(session, "boleto", "boleto_display_details")
    },
  },
  {
    id: "rails.customer-data",
    title: "PIX and boleto name what the customer lacks, and use no token up",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const { id: customer } = await post(session, "/v1/customers", { email: "conformance@example.com" }, 201)
      const { id } = await newIntent(session, { customer })
      for (const method of ["pix", "boleto"]) {
        const reply = await confirmWith(session, id, method)
        expectError(reply, 400, "parameter_missing")
        expectThat(/^customer\./.test(reply.body.error.param), reply, "param customer.…", reply.body.error.param)
      }
    },
  },
  {
    id: "boleto.address",
    title: "a boleto needs an address in Brazil, with a state and a CEP, and uses no token up without it",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const customer = await newPayer(session)
      const { id } = await newIntent(session, { customer: customer.id })
      const payment_method = await newToken(session, "boleto")
      const confirm = () => session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })
      const move = (address: object) =>
        post(session, `/v1/customers/${customer.id}`, { address: { ...customer.address, ...address } }, 200)
      for (const [member, value] of Object.entries({ state: "XX", postal_code: "5000000", country: "PT" })) {
        await move({ [member]: value })
        expectError(await confirm(), 400, "parameter_invalid", `customer.address.${member}`)
      }
      await move({ state: "Pernambuco", postal_code: "50.000-000" })
      const reply = await confirm()
      expectEqual(reply, "status", expectStatus(reply, 200).status, "requires_action")
    },
  },
  {
    id: "rails.names",
    title: "a name has a letter and no invisible characters, of a customer and on a card",
    rule: "openapi.yaml, CustomerCreateParams and TokenCardParams",
    run: async ({ request }) => {
      for (const name of ["12345", "Maria\u200b", "Maria\nSilva"]) {
        const customer = await request("POST", "/v1/customers", { email: "conformance@example.com", name })
        expectError(customer, 400, "parameter_invalid", "name")
        const { type, card } = cardBody(CARDS.approved)
        const token = await request("POST", "/v1/tokens", { type, card: { ...card, holderName: name } })
        expectError(token, 400, "parameter_invalid", "card.holderName")
      }
    },
  },
]

/** From this version on, a payment can be refunded several times. */
const SEVERAL_REFUNDS: Version = "2026-12-01"

/** Expects refunds of these amounts, newest first, and their sum in the intent. */
async function expectRefunds(session: Session, intent: string, amounts: number[]): Promise<void> {
  const list = await session.request("GET", `/v1/refunds?payment_intent=${intent}`)
  expectEqual(
    list,
    "amounts",
    expectStatus(list, 200).data.map(({ amount }: Json) => amount),
    amounts,
  )
  const after = await session.request("GET", `/v1/payment_intents/${intent}`)
  expectEqual(
    after,
    "amount_refunded",
    after.body.amount_refunded,
    amounts.reduce((sum, amount) => sum + amount, 0),
  )
}

export const refundChecks: Check[] = [
  {
    id: "refunds.part",
    title: "a part can be refunded, and the intent says how much",
    rule: "openapi.yaml, createRefund",
    run: async (session) => {
      const { id: payment_intent } = await paid(session)
      const part = await session.request("POST", "/v1/refunds", { payment_intent, amount: 1990, reason: "requested_by_customer" })
      expectEqual(part, "amount", expectStatus(part, 201).amount, 1990)
      await expectRefunds(session, payment_intent, [1990])
    },
  },
  {
    id: "refunds.several",
    title: "a payment can be refunded until nothing is left, and before 2026-12-01 once",
    rule: "openapi.yaml, createRefund",
    run: async (session) => {
      const { id: payment_intent } = await paid(session)
      const refund = (details: object) => session.request("POST", "/v1/refunds", { payment_intent, ...details })
      expectStatus(await refund({ amount: 1990 }), 201)
      if (session.version >= SEVERAL_REFUNDS) {
        expectStatus(await refund({ amount: 10 }), 201)
        expectError(await refund({ amount: AMOUNT - 1999 }), 400, "parameter_invalid", "amount")
        const rest = await refund({})
        expectEqual(rest, "amount", expectStatus(rest, 201).amount, AMOUNT - 2000)
      }
      expectError(await refund({}), 400, "payment_intent_already_refunded")
      expectError(await refund({ amount: 1 }), 400, "payment_intent_already_refunded")
      await expectRefunds(session, payment_intent, session.version >= SEVERAL_REFUNDS ? [AMOUNT - 2000, 10, 1990] : [1990])
    },
  },
  {
    id: "refunds.too-much",
    title: "more than the amount is not refunded",
    rule: "openapi.yaml, createRefund",
    run: async (session) => {
      const { id: payment_intent } = await paid(session)
      const reply = await session.request("POST", "/v1/refunds", { payment_intent, amount: AMOUNT + 1 })
      expectError(reply, 400, "parameter_invalid", "amount")
    },
  },
  {
    id: "refunds.not-paid",
    title: "what was not paid is not refunded",
    rule: "openapi.yaml, createRefund",
    run: async (session) => {
      const { id: payment_intent } = await newIntent(session)
      const reply = await session.request("POST", "/v1/refunds", { payment_intent })
      expectError(reply, 400, "payment_intent_unexpected_state")
    },
  },
  {
    id: "balance.follows",
    title: "the balance grows by a payment and shrinks by its refund, currency by currency",
    rule: "openapi.yaml, Balance",
    run: async (session) => {
      const available = async (): Promise<[number, Reply]> => {
        const reply = await session.request("GET", "/v1/balance")
        const found = expectStatus(reply, 200).available.find(({ currency }: Json) => currency === "brl")
        return [found?.amount ?? 0, reply]
      }
      const [before] = await available()
      const { id: payment_intent } = await paid(session)
      const [grown, reply] = await available()
      expectEqual(reply, "available in brl", grown, before + AMOUNT)
      await post(session, "/v1/refunds", { payment_intent, amount: 1990 }, 201)
      const [shrunk, last] = await available()
      expectEqual(last, "available in brl", shrunk, before + AMOUNT - 1990)
    },
  },
  {
    id: "metadata.merge",
    title: "an update merges metadata, null removes a member, and there are at most 50",
    rule: "openapi.yaml, Metadata",
    run: async (session) => {
      const { id } = await newPayer(session, { metadata: { a: "1", b: "2" } })
      const update = (metadata: object) => session.request("POST", `/v1/customers/${id}`, { metadata })
      const merged = await update({ b: null, c: "3" })
      expectEqual(merged, "metadata", expectStatus(merged, 200).metadata, { a: "1", c: "3" })
      const many = Object.fromEntries(Array.from({ length: MAX_METADATA }, (_, index) => [`name ${index}`, "x"]))
      expectError(await update(many), 400, "parameter_invalid", "metadata")
      expectStatus(await update({ ...many, a: null, c: null }), 200)
    },
  },
  {
    id: "payments.attribution",
    title: "utm is on the payment intent, and null in lists",
    rule: "openapi.yaml, Utm",
    run: async (session) => {
      const { id: customer } = await newPayer(session)
      const { id } = await newIntent(session, { customer, utm: { utm_source: "instagram" } })
      const reply = await session.request("GET", `/v1/payment_intents/${id}`)
      expectEqual(reply, "utm_source", reply.body.utm?.utm_source, "instagram")
      const list = await session.request("GET", `/v1/payment_intents?customer=${customer}`)
      expectEqual(list, "utm in a list", expectStatus(list, 200).data[0].utm, null)
    },
  },
]
