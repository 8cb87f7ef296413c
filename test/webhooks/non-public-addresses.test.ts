import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { startSink, trustTestAuthority } from "../support/network/https-sink.ts"

describe("Webhook deliveries without WEBHOOK_ALLOW_CIDRS", () => {
  let vintem: Running
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("never reach a non-public address, however the URL spells it", async () => {
    const sink = await startSink()
    const merchant = await newMerchant(vintem)
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "169.254.169.254",
      "0.0.0.0",
    ]
    const ids = []
    for (const host of hosts) ids.push((await newEndpoint(merchant, `https://${host}:${sink.port}/`)).id)
    await cancelOne(merchant)
    for (const [i, id] of ids.entries()) {
      const delivery = await until(async () => (await deliveriesOf(merchant, id)).find(({ attempts }) => attempts === 1))
      expect(delivery.last_attempt, hosts[i]).to.include({ http_status: null, error: "address_refused" })
    }
    expect(sink.connections()).to.equal(0)
    await sink.close()
  })
})
