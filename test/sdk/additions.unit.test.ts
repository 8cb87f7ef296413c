import { expect } from "chai"
import { Vintem } from "../../generated/sdk/src/index.ts"
import { FUTURE, startFuture } from "../support/contract/future.ts"
import { failure, KEY } from "./local-client.ts"

describe("A merchant's code that was written before an addition to the API", () => {
  let vintem: Vintem
  let close: () => Promise<void>
  before(async () => {
    const future = await startFuture()
    close = future.close
    vintem = new Vintem(KEY, { baseUrl: future.url })
  })
  after(() => close())

  it("reads a payment intent with a status and members that it does not know", async () => {
    const intent = await vintem.paymentIntents.retrieve("pi_1")
    expect(intent.status).to.equal(FUTURE.status)
    expect(intent.amount).to.equal(4990)
    expect(intent.next_action).to.equal(null)
  })

  it("reads a page of events with a type and a resource that it does not know", async () => {
    const { data } = await vintem.events.list()
    expect(data.map(({ type }) => type)).to.deep.equal([FUTURE.type, "payment_intent.succeeded", "charge.dispute.created"])
  })

  it("receives a signed event of a type that it does not know", async () => {
    const payload = JSON.stringify({ id: "evt_1", object: "event", type: FUTURE.type, data: { object: { object: "customer" } } })
    const header = vintem.webhooks.generateTestHeader({ payload, secret: "whsec_test_1" })
    expect(vintem.webhooks.constructEvent(payload, header, "whsec_test_1").type).to.equal(FUTURE.type)
  })

  it("gets an error with its status, though it does not know the type and the code", async () => {
    const error = await failure(vintem.paymentIntents.cancel("pi_1"))
    expect(error).to.be.instanceOf(Vintem.VintemError)
    expect(`${error.status} ${error.type} ${error.code}`).to.equal(`400 weather_error ${FUTURE.code}`)
  })
})
