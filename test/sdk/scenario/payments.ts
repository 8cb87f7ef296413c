// What a merchant does with payments, saved cards and refunds.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict"
import type { PaymentIntent } from "vintem"
import { cardToken, ids, newCustomer, newIntent, pay, type Steps } from "./world.ts"

export const payments: Steps = {
  "a card payment succeeds, is listed and creates an event": async (world) => {
    const { vintem } = world
    const customer = await newCustomer(world)
    const intent = await vintem.paymentIntents.create({
      amount: 4990,
      currency: "brl",
      customer,
      description: "Pão",
      utm: { utm_source: "instagram", sck: null },
    })
    equal(intent.status, "requires_payment_method")
    equal(intent.utm?.utm_source, "instagram")
    const paid = await vintem.paymentIntents.confirm(intent.id, { payment_method: await cardToken(world) })
    equal(paid.status, "succeeded")
    match(paid.charges.latest ?? "", /^ch_/)
    equal((await vintem.paymentIntents.retrieve(intent.id)).status, "succeeded")
    deepEqual(ids((await vintem.paymentIntents.list({ customer })).data), [intent.id])
    const events = await vintem.events.list({ type: "payment_intent.succeeded", limit: 100 })
    const event = events.data.find(({ data }) => data.object.id === intent.id)
    ok(event)
    const again = await vintem.events.retrieve(event.id)
    if (again.type !== "payment_intent.succeeded") throw new Error(`The event is a ${again.type}.`)
    equal(again.data.object.description, "Pão")
  },

  "a card is authorized, and a part is captured later": async (world) => {
    const held = await pay(world, undefined, { capture_method: "manual" })
    deepEqual([held.status, held.amount_capturable], ["requires_capture", 4990])
    const captured = await world.vintem.paymentIntents.capture(held.id, { amount_to_capture: 2990 })
    deepEqual([captured.status, captured.amount, captured.amount_received], ["succeeded", 4990, 2990])
  },

  "a payment has options for its methods, and says what came of 3DS": async (world) => {
    const card = { request_three_d_secure: "any", max_installments: 3 } as const
    const paid = await pay(world, "4000000000003121", { payment_method_options: { card } })
    deepEqual([paid.status, paid.payment_method_options.card], ["succeeded", card])
    const details = paid.payment_method_details?.card
    deepEqual([details?.funding, details?.three_d_secure?.liability_shifted], ["credit", true])
  },

  "a debit card is chosen with the token, and is authenticated": async (world) => {
    const card = { number: "4000000000003121", expMonth: 12, expYear: 2034, cvc: "123", funding: "debit" } as const
    const token = await world.vintem.tokens.create({ type: "card", card })
    equal(token.card?.funding, "debit")
    const customer = await world.vintem.customers.create({ email: "ana@example.com" })
    const { id } = await world.vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: customer.id })
    const paid = await world.vintem.paymentIntents.confirm(id, { payment_method: token.id })
    const details = paid.payment_method_details?.card
    deepEqual([details?.funding, details?.three_d_secure?.result], ["debit", "authenticated"])
  },

  "a refused card cancels the payment intent, which then refuses to be confirmed": async (world) => {
    const refused = await pay(world, "4000000000000002")
    equal(refused.status, "canceled")
    equal(refused.last_payment_error?.code, "card_declined")
    const token = await cardToken(world)
    await rejects(world.vintem.paymentIntents.confirm(refused.id, { payment_method: token }), {
      name: "InvalidRequestError",
      type: "invalid_request_error",
      code: "payment_intent_canceled",
      status: 400,
    })
  },

  "an unreachable acquirer is an APIError after retries": async (world) => {
    const intent = await newIntent(world)
    const token = await cardToken(world, "4000000000000119")
    await rejects(world.vintem.paymentIntents.confirm(intent.id, { payment_method: token }, { maxRetries: 1 }), {
      name: "APIError",
      code: "processing_error",
      status: 503,
    })
    equal((await world.vintem.paymentIntents.retrieve(intent.id)).status, "requires_payment_method")
  },

  "a payment intent is canceled, with and without a reason": async (world) => {
    const { paymentIntents } = world.vintem
    const reasoned = await paymentIntents.cancel((await newIntent(world)).id, { cancellation_reason: "the buyer left" })
    equal(reasoned.cancellation_reason, "the buyer left")
    equal((await paymentIntents.cancel((await newIntent(world)).id)).status, "canceled")
  },

  "PIX, boleto and 3DS return the payer's next action": async (world) => {
    const { vintem } = world
    const act = async (type: "pix" | "boleto") => {
      const intent = await newIntent(world, { payment_method_types: [type] })
      return vintem.paymentIntents.confirm(intent.id, { payment_method: (await vintem.tokens.create({ type })).id })
    }
    const pix = (await act("pix")).next_action
    if (pix?.type !== "pix_display_qr_code") throw new Error("The next action is not a PIX.")
    match(pix.qr_code_data, /^000201/)
    const boleto = (await act("boleto")).next_action
    if (boleto?.type !== "boleto_display_details") throw new Error("The next action is not a boleto.")
    match(boleto.line_code, /^\d{47}$/)
    const challenged = (await pay(world, "4000000000003220")).next_action
    if (challenged?.type !== "redirect_to_url") throw new Error("The next action is not a redirect.")
    ok(challenged.url.startsWith("http"))
  },

  "test helpers succeed, fail and expire a payment intent": async (world) => {
    const { paymentIntents } = world.vintem.testHelpers
    equal((await paymentIntents.succeed((await newIntent(world)).id)).status, "succeeded")
    const failed: PaymentIntent = await paymentIntents.fail((await newIntent(world)).id, { code: "insufficient_funds" })
    equal(failed.last_payment_error?.code, "insufficient_funds")
    equal((await paymentIntents.fail((await newIntent(world)).id)).last_payment_error?.code, "card_declined")
    equal((await paymentIntents.expire((await newIntent(world)).id)).status, "canceled")
  },

  "cards are saved, listed, charged and detached": async (world) => {
    const { paymentMethods, paymentIntents } = world.vintem
    const customer = await newCustomer(world)
    const saved = await paymentMethods.create({ token: await cardToken(world), customer })
    equal(saved.card?.last4, "4242")
    deepEqual(ids((await paymentMethods.list({ customer, type: "card" })).data), [saved.id])
    deepEqual((await paymentMethods.update(saved.id, { metadata: { color: "blue" } })).metadata, { color: "blue" })
    const intent = await newIntent(world, { customer })
    equal((await paymentIntents.confirm(intent.id, { payment_method: saved.id, off_session: true })).status, "succeeded")
    equal((await paymentMethods.detach(saved.id)).customer, null)
    equal((await paymentMethods.retrieve(saved.id)).customer, null)
    const token = await cardToken(world, "4000000000000002")
    await rejects(paymentMethods.create({ token, customer }), { name: "CardError", code: "card_declined", status: 402 })
  },

  "refunds are created, retrieved and listed, and reduce the balance": async (world) => {
    const { refunds, balance } = world.vintem
    const available = async () => (await balance.retrieve()).available.find(({ currency }) => currency === "brl")?.amount ?? 0
    const intent = await pay(world)
    const before = await available()
    const refund = await refunds.create({ payment_intent: intent.id, amount: 1000, reason: "requested_by_customer" })
    equal(refund.status, "succeeded")
    equal(await available(), before - 1000)
    equal((await refunds.retrieve(refund.id)).amount, 1000)
    deepEqual(ids((await refunds.list({ payment_intent: intent.id })).data), [refund.id])
    equal((await refunds.create({ payment_intent: intent.id })).amount, intent.amount - 1000)
    await rejects(refunds.create({ payment_intent: intent.id }), { code: "payment_intent_already_refunded" })
  },
}
