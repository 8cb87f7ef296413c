import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { selfSignedCertificate, startSink, testCertificate, trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, timeoutMs } from "./sinks.ts"

describe("Webhook deliveries", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor } = sinkStarter()
  const { lastDelivery, attempted } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

  it("fail on a redirect and do not follow it", async () => {
    const elsewhere = await sinkFor()
    const sink = await sinkFor((_request, response) => response.writeHead(307, { location: elsewhere.url }).end())
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    expect((await attempted(id, 1)).last_attempt).to.include({ http_status: 307, error: null })
    expect(elsewhere.received).to.have.length(0)
  })

  it("fail on a certificate that is self-signed or expired", async () => {
    for (const certificate of [await selfSignedCertificate(), await testCertificate(undefined, { days: -1 })]) {
      const sink = await sinkFor(undefined, certificate)
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      expect((await attempted(id, 1)).last_attempt).to.include({ http_status: null, error: "tls_error" })
      expect(sink.received).to.have.length(0)
    }
  })

  it("report why an endpoint is unreachable", async () => {
    const gone = await startSink()
    await gone.close()
    const { id } = await newEndpoint(merchant, gone.url)
    await cancelOne(merchant)
    expect((await attempted(id, 1)).last_attempt).to.include({ http_status: null, error: "connection_refused" })
  })

  it("do not wait for an endpoint that hangs", async () => {
    const hangs = await sinkFor(() => {})
    const sink = await sinkFor()
    const { id } = await newEndpoint(merchant, hangs.url)
    await newEndpoint(merchant, sink.url)
    for (let i = 0; i < 30; i++) await cancelOne(merchant)
    await sink.arrived(30, timeoutMs)
    expect(await lastDelivery(id)).to.include({ status: "pending", attempts: 0, last_attempt: null })
    expect(hangs.received.length).to.be.within(1, 16)
  })
})
