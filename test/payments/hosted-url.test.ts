import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, retrieve } from "../support/merchants/rails.ts"

describe("The hosted_url of a payment intent", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("is the same in the response, the list and the events, and null once the payment has ended", async () => {
    const { id, hosted_url, payment_link, replaces, replaced_by } = await newOpenIntent(vintem)
    expect(hosted_url).to.match(new RegExp(`^${vintem.url}/pay/[0-9A-Za-z]{25}[0-9A-Za-z_-]{22}$`))
    expect([payment_link, replaces, replaced_by]).to.deep.equal([null, null, null])
    expect((await retrieve(vintem, id)).hosted_url).to.equal(hosted_url)
    const { body } = await vintem.request("GET", "/v1/payment_intents?limit=1")
    expect(body.data[0]).to.include({ id, hosted_url })
    expect((await confirmWith(vintem, id, "pix")).hosted_url).to.equal(hosted_url)
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    expect((await retrieve(vintem, id)).hosted_url).to.equal(null)
    const events = (await vintem.request("GET", "/v1/events?limit=20")).body.data as Json[]
    const told = events.filter(({ data }) => data.object.id === id).map(({ type, data }) => [type, data.object.hosted_url])
    expect(told).to.have.deep.members([
      ["payment_intent.requires_action", hosted_url],
      ["payment_intent.canceled", null],
    ])
  })

  it("cannot be made from the ids of other payments", async () => {
    const [one, other] = [await newOpenIntent(vintem), await newOpenIntent(vintem)]
    const secret = (url: string) => url.slice(-22)
    expect(secret(one.hosted_url)).not.to.equal(secret(other.hosted_url))
  })
})
