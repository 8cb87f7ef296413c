import { expect } from "chai"
import type { Event } from "../../generated/sdk/src/models.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { listenWithTls, RECEIVERS, type Receiver } from "./receivers.ts"

for (const [name, application] of Object.entries(RECEIVERS)) {
  describe(`A receiver with ${name}, to which the service delivers`, function () {
    this.timeout(60_000)
    let vintem: Running
    let merchant: Merchant
    let receiver: Receiver
    let endpoint: { id: string; secret: string }
    let handle: (event: Event) => unknown
    let secrets: string[]
    let complaints: unknown[]

    before(async () => {
      await trustTestAuthority()
      vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    })
    after(() => vintem?.close())
    beforeEach(async () => {
      complaints = []
      // The secret is known only when the endpoint exists. A merchant sets it and restarts.
      receiver = await listenWithTls((request, response) =>
        application(secrets, (event) => handle(event), { onError: (error) => complaints.push(error) })(request, response),
      )
      merchant = await newMerchant(vintem)
      endpoint = (await newEndpoint(merchant, receiver.url)) as typeof endpoint
      secrets = [endpoint.secret]
    })
    afterEach(() => receiver.close())

    const delivery = (test: (delivery: { status: string; attempts: number; last_attempt: { http_status: number } }) => boolean) =>
      until(async () => {
        const [newest] = await deliveriesOf(merchant, endpoint.id)
        return newest?.last_attempt != null && test(newest as never) && newest
      })

    it("gets each event once, with its type and resource, and the delivery has succeeded", async () => {
      const events: Event[] = []
      handle = (event) => events.push(event)
      const paid = await payOne(merchant)
      expect((await delivery(({ status }) => status === "delivered")).last_attempt.http_status).to.equal(204)
      expect(events.map(({ type }) => type)).to.deep.equal(["payment_intent.succeeded"])
      const [event] = events
      if (event?.type !== "payment_intent.succeeded") throw new Error("narrows the type of data.object")
      expect(event.data.object).to.include({ id: paid.id, amount: paid.amount })
      expect(complaints).to.deep.equal([])
    })

    it("gets an event again after its handler has thrown", async () => {
      const ids: string[] = []
      handle = async (event) => {
        ids.push(event.id)
        if (ids.length === 1) throw new Error("The shop's database is away.")
      }
      await cancelOne(merchant)
      expect((await delivery(({ attempts }) => attempts === 1)).last_attempt.http_status).to.equal(500)
      expect(complaints.map(String)).to.deep.equal(["Error: The shop's database is away."])
      expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 3600 }), 200)
      expect((await delivery(({ status }) => status === "delivered")).attempts).to.equal(2)
      expect(ids).to.have.length(2)
      expect(new Set(ids).size).to.equal(1)
    })

    it("refuses an event that is signed with a secret that it does not know", async () => {
      handle = () => expect.fail("The handler must not see it.")
      secrets = ["whsec_test_of_another_endpoint"]
      await cancelOne(merchant)
      expect((await delivery(({ attempts }) => attempts === 1)).last_attempt.http_status).to.equal(400)
      expect(String(complaints[0])).to.include("No signature matches the payload")
    })

    it("takes the old secret and the new one while it is replaced", async () => {
      const seen: string[] = []
      handle = ({ id }) => seen.push(id)
      const rotated = await merchant.request("POST", `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`)
      secrets = [endpoint.secret, expectStatus(rotated, 200).secret]
      await cancelOne(merchant)
      await delivery(({ status }) => status === "delivered")
      expect(seen).to.have.length(1)
    })
  })
}
