// What follows payments: webhooks and subscriptions.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict"
import { ids, newCustomer, newIntent, pay, type Steps } from "./world.ts"

export const afterPayments: Steps = {
  "webhook endpoints are created, retrieved, listed, updated, rotated and deleted, and deliveries replayed": async (world) => {
    const { webhookEndpoints } = world.vintem
    const endpoint = await webhookEndpoints.create({ url: "https://receiver.invalid/hook", events: ["payment_intent.canceled"] })
    match(endpoint.secret, /^whsec_test_/)
    deepEqual(endpoint.enabled_events, ["payment_intent.canceled"])
    equal((await webhookEndpoints.retrieve(endpoint.id)).url, endpoint.url)
    ok(ids(await webhookEndpoints.list().toArray()).includes(endpoint.id))
    equal(endpoint.service_version, "2026-12-01")
    const moved = await webhookEndpoints.update(endpoint.id, { service_version: "2026-04-27", description: "Orders" })
    deepEqual([moved.service_version, moved.description, moved.url], ["2026-04-27", "Orders", endpoint.url])
    const rotated = await webhookEndpoints.rotateSecret(endpoint.id)
    ok(rotated.secret !== endpoint.secret)
    const { id } = await world.vintem.paymentIntents.cancel((await newIntent(world)).id)
    const [delivery] = await webhookEndpoints.listDeliveries(endpoint.id).toArray()
    equal(delivery?.object, "webhook_delivery")
    const event = await world.vintem.events.retrieve(delivery?.event ?? "")
    equal(event.data.object.id, id)
    const replayed = await webhookEndpoints.replay(endpoint.id, event.id)
    equal(replayed.status, "pending")
    deepEqual({ ...(await webhookEndpoints.delete(endpoint.id)) }, { id: endpoint.id, object: "webhook_endpoint", deleted: true })
    await rejects(webhookEndpoints.retrieve(endpoint.id), { name: "NotFoundError", code: "webhook_endpoint_not_found" })

    // A loop may delete what it pages through, in both directions.
    for (const backwards of [false, true]) {
      const created: string[] = []
      for (let i = 0; i < 5; i++)
        created.push((await webhookEndpoints.create({ url: `https://receiver.invalid/${i}`, events: ["*"] })).id)
      const visited: string[] = []
      for await (const { id } of webhookEndpoints.list(backwards ? { limit: 2, ending_before: endpoint.id } : { limit: 2 })) {
        visited.push(id)
        await webhookEndpoints.delete(id)
      }
      deepEqual(visited, backwards ? created : created.reverse())
    }
  },

  "a subscription starts with a payment, renews when the clock advances, and is canceled": async (world) => {
    const { vintem, product } = world
    const customer = await newCustomer(world)
    await pay(world, undefined, { customer, product })
    const [created, ...others] = await vintem.customerSubscriptions.list({ customer, status: "ACTIVE" }).toArray()
    ok(created)
    equal(others.length, 0)
    const clock = await vintem.testHelpers.clock.retrieve()
    ok(clock.now < created.current_period_end)
    ok((await vintem.testHelpers.clock.advance({ to: created.current_period_end + 1 })).now > created.current_period_end)
    const renewed = await vintem.customerSubscriptions.retrieve(created.id)
    ok(renewed.latest_payment_intent !== created.latest_payment_intent)
    equal((await vintem.paymentIntents.retrieve(renewed.latest_payment_intent)).subscription, created.id)
    equal((await vintem.customerSubscriptions.update(created.id, { metadata: { box: "7" } })).metadata.box, "7")
    ok((await vintem.customerSubscriptions.pause(created.id)).paused)
    equal((await vintem.customerSubscriptions.resume(created.id)).paused, null)
    const canceled = await vintem.customerSubscriptions.cancel(created.id, { reason: "moving" })
    equal(canceled.status, "CANCELED")
    await rejects(vintem.customerSubscriptions.cancel(created.id), { code: "subscription_canceled" })
  },
}
