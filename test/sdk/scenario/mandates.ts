// A subscription that the payer's bank pays, by PIX Automático.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict"
import type { Event, PaymentMethod } from "vintem"
import { ids, newCustomer, type Steps, type World } from "./world.ts"

const FIVE_DAYS = 5 * 86_400

export const mandates: Steps = {
  "a payer subscribes by PIX Automático, the bank pays the next period, and canceling ends the mandate": async (world) => {
    const { vintem, product } = world
    const endpoint = await vintem.webhookEndpoints.create({
      url: "https://receiver.invalid/mandates",
      events: ["payment_method.attached", "payment_method.updated", "payment_method.detached"],
    })
    await goToJune(world)
    const customer = await newCustomer(world)
    const intent = await vintem.paymentIntents.create({
      amount: 3990,
      currency: "brl",
      customer,
      product,
      payment_method_types: ["pix_automatico"],
    })
    const token = await vintem.tokens.create({ type: "pix_automatico" })
    const waiting = await vintem.paymentIntents.confirm(intent.id, { payment_method: token.id })
    if (waiting.next_action?.type !== "pix_display_qr_code") throw new Error("The next action is not a PIX.")
    match(waiting.next_action.qr_code_data, /^000201/)
    const { payment_method } = waiting.payment_method_details ?? {}
    const mandate = await vintem.paymentMethods.retrieve(payment_method ?? "")
    deepEqual([mandate.type, mandate.card, mandate.pix_automatico], ["pix_automatico", null, { status: "pending" }])

    equal((await vintem.testHelpers.paymentIntents.succeed(intent.id)).status, "succeeded")
    equal((await vintem.paymentMethods.retrieve(mandate.id)).pix_automatico?.status, "active")
    deepEqual(ids((await vintem.paymentMethods.list({ customer, type: "pix_automatico" })).data), [mandate.id])
    const other = await vintem.paymentIntents.create({ amount: 3990, currency: "brl", customer })
    await rejects(vintem.paymentIntents.confirm(other.id, { payment_method: mandate.id }), { code: "parameter_invalid" })

    const [subscription] = await vintem.customerSubscriptions.list({ customer }).toArray()
    ok(subscription)
    deepEqual([subscription.status, subscription.payment_method], ["ACTIVE", mandate.id])
    await vintem.testHelpers.clock.advance({ to: subscription.current_period_end - FIVE_DAYS })
    const cycle = async () =>
      (await vintem.paymentIntents.list({ customer })).data.find((each) => each.subscription === subscription.id)
    equal((await cycle())?.status, "processing")
    await vintem.testHelpers.clock.advance({ to: subscription.current_period_end + FIVE_DAYS })
    equal((await cycle())?.status, "succeeded")

    equal((await vintem.customerSubscriptions.cancel(subscription.id)).status, "CANCELED")
    const ended = await vintem.paymentMethods.retrieve(mandate.id)
    deepEqual([ended.customer, ended.pix_automatico?.status], [null, "canceled"])
    deepEqual(await told(world, endpoint.id, mandate), [
      "payment_method.attached pending",
      "payment_method.updated active",
      "payment_method.detached canceled",
    ])
    await vintem.webhookEndpoints.delete(endpoint.id)
  },
}

/** Goes on to a June: no holiday of banks then delays the order of July's charge. */
async function goToJune({ vintem }: World): Promise<void> {
  const { now } = await vintem.testHelpers.clock.retrieve()
  const year = new Date(now * 1000).getUTCFullYear() + 1
  await vintem.testHelpers.clock.advance({ to: Date.UTC(year, 5, 16, 15) / 1000 })
}

/** What the endpoint is sent about a mandate, the oldest first. */
async function told({ vintem }: World, endpoint: string, { id }: PaymentMethod): Promise<string[]> {
  const deliveries = await vintem.webhookEndpoints.listDeliveries(endpoint).toArray()
  const events: Event[] = []
  for (const { event } of deliveries.reverse()) events.push(await vintem.events.retrieve(event))
  return events.flatMap((event) => {
    const { type, data } = event
    if (data.object.object !== "payment_method" || data.object.id !== id) return []
    return [`${type} ${data.object.pix_automatico?.status}`]
  })
}
