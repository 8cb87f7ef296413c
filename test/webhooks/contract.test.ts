import { expect } from "chai"
import { EVENT_TYPES, typesAt } from "../../src/events/list/types.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { webhookNames, webhookViolations } from "../support/contract/contract.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, newIntent } from "../support/merchants/payments.ts"
import { type Received, type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const attribution = {
  ...{ utm_source: "instagram", utm_medium: "cpc", utm_campaign: "natal", utm_term: "café", utm_content: "a", src: "parceiro-7" },
  ...{ utm_referrer: "https://blog.example/", utm_landing_page: "https://shop.example/?a=b", sck: "x".repeat(500) },
}

/** Those that the command makes happen. The test itself makes the others. */
const LATER_TYPES = EVENT_TYPES.filter((type) => !typesAt("2026-04-27").includes(type))

describe("Webhooks, checked against x-webhooks in the contract", () => {
  let vintem: Running
  let sink: Sink
  let merchant: Merchant
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    sink = await startSink()
    merchant = await newMerchant(vintem)
    await newEndpoint(merchant, `${sink.url}/events`, ["*"])
    const options = ["--mode", "test", "--account", merchant.account, "--url", `${sink.url}/integration`]
    await vintem.cli("integrations", "create", ...options)

    await payOne(merchant, CARDS.approved, { utm: attribution, description: "Café", statement_descriptor: "LOJA" })
    await payOne(merchant, CARDS.declined, { utm: { src: "x" } })
    await cancelOne(merchant, { payment_method_types: ["card", "pix"] })
    await merchant.request("POST", `/v1/payment_intents/${(await newIntent(merchant)).id}/cancel`, {
      cancellation_reason: "desistiu",
    })
    const disputed = await payOne(merchant, CARDS.disputed)
    await vintem.cli("disputes", "open", disputed.id)
    for (const helper of ["succeed", "fail", "expire"]) {
      const { id } = await newIntent(merchant)
      await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/${helper}`, {})
    }
    for (const type of LATER_TYPES) await vintem.cli("trigger", type, "--account", merchant.account)
    await until(async () => webhookNames.every((name) => sink.received.some((request) => nameOf(request) === name)))
  })
  after(async () => {
    await vintem.close()
    await sink.close()
  })

  const nameOf = ({ body }: Received) => {
    const message = JSON.parse(body.toString())
    return message.type ?? message.event
  }

  for (const name of webhookNames) {
    it(`${name} matches its description`, () => {
      const requests = sink.received.filter((request) => nameOf(request) === name)
      expect(requests).not.to.have.length(0)
      for (const request of requests) expect(webhookViolations(name, request)).to.deep.equal([])
    })
  }

  it("nothing is sent that the contract does not describe", () => {
    expect(webhookNames).to.include.members([...new Set(sink.received.map(nameOf))])
  })

  it("every event type has a description", async () => {
    const { status, body } = await merchant.request("GET", "/v1/events?limit=100")
    expect(status).to.equal(200)
    expect(webhookNames).to.include.members(body.data.map(({ type }: { type: string }) => type))
  })
})
