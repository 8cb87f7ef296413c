import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { boletoSale, callerOf, cardSale, pixSale } from "./samples.ts"

describe("The simulator of Cielo notifies", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  let status = 200
  const received: unknown[] = []
  const merchant = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(status).end()
  })
  before(async () => {
    merchant.listen(0, "127.0.0.1")
    await once(merchant, "listening")
    const url = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/notifications`
    cielo = await startCielo({ notificationUrl: url, notificationRepeatMs: 1, voidGapMs: 0 })
    caller = callerOf(cielo)
  })
  after(async () => {
    await cielo.close()
    merchant.close()
    merchant.closeAllConnections()
  })
  beforeEach(async () => {
    await cielo.control.reset()
    received.length = 0
    status = 200
  })

  /** What is sent until each notification is answered or given up. */
  const settled = async () => {
    for (;;) {
      const sent = await cielo.control.notifications()
      if (sent.every(({ attempts }) => attempts.at(-1) === 200 || attempts.length === 3)) return sent
    }
  }

  it("of what changes after a sale's answer", async () => {
    const card = (await caller.sell(cardSale())).body.Payment.PaymentId
    const pix = (await caller.sell(pixSale())).body.Payment.PaymentId
    const boleto = (await caller.sell(boletoSale())).body.Payment.PaymentId
    await caller.void(card, 100)
    await cielo.control.chargeback({ payment: card, amount: 100 })
    await cielo.control.pay({ payment: pix })
    await cielo.control.pay({ payment: boleto, amount: 1 })
    await cielo.control.setOptions({ pixRefundMs: 60_000 })
    await caller.void(pix)
    await cielo.control.endRefunds({ payment: pix, done: false })
    await settled()
    expect(received).to.have.deep.members([
      { PaymentId: card, ChangeType: 25 },
      { PaymentId: card, ChangeType: 7 },
      { PaymentId: pix, ChangeType: 1 },
      { PaymentId: boleto, ChangeType: 6 },
      { PaymentId: pix, ChangeType: 5 },
    ])
  })

  it("of a sale that is decided later, without being asked", async () => {
    await cielo.control.setFaults({ fault: "undecided:1" })
    const { PaymentId } = (await caller.sell(cardSale())).body.Payment
    while (received.length === 0) await new Promise(setImmediate)
    expect(received).to.deep.equal([{ PaymentId, ChangeType: 1 }])
  })

  it("three times where it is not answered with 200", async () => {
    status = 500
    const { PaymentId } = (await caller.sell(cardSale())).body.Payment
    await caller.void(PaymentId)
    expect((await settled())[0]).to.deep.equal({ payment: PaymentId, change_type: 1, attempts: [500, 500, 500] })
    expect(received).to.have.length(3)
  })
})
