import { expect } from "chai"
import type { Order } from "../support/utmify/order.ts"
import { startUtmify, type Utmify } from "../support/utmify/server.ts"

const NOW = Date.UTC(2026, 11, 10, 12) / 1000
const sale: Order = {
  orderId: "pi_1",
  platform: "Vintem",
  paymentMethod: "pix",
  status: "paid",
  createdAt: "2026-12-10 11:00:00",
  approvedDate: "2026-12-10 11:30:00",
  refundedAt: null,
  customer: { name: "Ana", email: "ana@shop.example", phone: "5511987654321", document: "52998224725" },
  products: [{ id: "prod_1", name: "Curso", planId: null, planName: null, quantity: 1, priceInCents: 1000 }],
  trackingParameters: {
    src: null,
    sck: null,
    utm_source: "ig",
    utm_campaign: null,
    utm_medium: null,
    utm_content: null,
    utm_term: null,
  },
  commission: { totalPriceInCents: 1000, gatewayFeeInCents: 30, userCommissionInCents: 970, currency: "BRL" },
}

describe("The simulator of UTMify", () => {
  let utmify: Utmify
  beforeEach(async () => {
    utmify = await startUtmify(["secret"], () => NOW)
  })
  afterEach(() => utmify.close())

  const send = async (order: object, token = "secret") => {
    const response = await fetch(`${utmify.url}/api-credentials/orders`, {
      method: "POST",
      headers: { "x-api-token": token, "content-type": "application/json" },
      body: JSON.stringify(order),
    })
    return `${response.status} ${await response.text()}`
  }
  const waits = { ...sale, status: "waiting_payment", approvedDate: null }
  const refunded = { ...sale, status: "refunded", refundedAt: "2026-12-10 11:40:00" }

  it("takes an order through its statuses", async () => {
    for (const order of [waits, sale, refunded, { ...sale, status: "chargedback" }]) expect(await send(order)).to.match(/^200/)
    expect(utmify.errors).to.deep.equal([])
    expect(utmify.orders.get("pi_1")?.status).to.equal("chargedback")
  })

  it("refuses another token", async () => {
    expect(await send(sale, "other")).to.match(/^401/)
  })

  it("records a way back to waiting_payment, and another createdAt", async () => {
    await send(sale)
    expect(await send(waits)).to.match(/^400 .*waiting_payment after paid/)
    expect(await send({ ...sale, createdAt: "2026-12-10 10:00:00" })).to.match(/^400 .*createdAt/)
    expect(utmify.errors).to.have.length(2)
  })

  it("takes a sale for 7 days, and what gives it back for 45", async () => {
    const at = (createdAt: string, more: object) => send({ ...sale, createdAt, orderId: createdAt, ...more })
    expect(await at("2026-12-03 12:00:00", {})).to.match(/^200/)
    expect(await at("2026-12-03 11:59:59", {})).to.match(/^400 .*7 days/)
    expect(await at("2026-10-26 12:00:00", { status: "chargedback" })).to.match(/^200/)
    expect(await at("2026-10-26 11:59:59", { status: "chargedback" })).to.match(/^400 .*45 days/)
  })

  for (const [what, wrong] of Object.entries({
    "customer.phone": { ...sale, customer: { ...sale.customer, phone: "+55 11" } },
    "customer.email": { ...sale, customer: { ...sale.customer, email: null } },
    platform: { ...sale, platform: "our shop" },
    paymentMethod: { ...sale, paymentMethod: "card" },
    createdAt: { ...sale, createdAt: "2026-12-10T11:00:00Z" },
    approvedDate: { ...sale, approvedDate: null },
    refundedAt: { ...sale, refundedAt: "2026-12-10 11:40:00" },
    products: { ...sale, products: [] },
    "products[0].planId": { ...sale, products: [{ ...sale.products[0], planId: undefined }] },
    "trackingParameters.src": { ...sale, trackingParameters: { ...sale.trackingParameters, src: undefined } },
    "trackingParameters.utm_referrer": { ...sale, trackingParameters: { ...sale.trackingParameters, utm_referrer: null } },
    commission: { ...sale, commission: { ...sale.commission, gatewayFeeInCents: 31 } },
    "commission.currency": { ...sale, commission: { ...sale.commission, currency: "brl" } },
    extra: { ...sale, extra: 1 },
  })) {
    it(`refuses a wrong ${what}, and names it`, async () => {
      expect(await send(wrong))
        .to.match(/^400/)
        .and.contain(`${what}: `)
    })
  }
})
