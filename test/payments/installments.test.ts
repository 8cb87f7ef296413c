import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, newBareToken, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"
import { saveNewCard } from "../support/merchants/subscriptions.ts"

const charged = statement<{ installments: number }>((k, p) =>
  k("mock_charges").where({ amount: p.amount }).select("installments"),
)

describe("Installments", () => {
  let vintem: Running
  let lastAmount = 70_000
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  /** The installments of the acquirer's charges. Give each payment of a test a unique amount. */
  const atAcquirer = async (amount: number) =>
    (await vintem.server.modes.test.database.all(charged, { amount })).map(({ installments }) => installments)
  const refusalOf = ({ status, body }: Json) => `${status} ${body.error?.code} ${body.error?.param}`

  it("from 1 to 12 reach the acquirer and are shown with the card", async () => {
    for (const [sent, expected] of [
      [{}, 1],
      [{ installments: null }, 1],
      [{ installments: 1 }, 1],
      [{ installments: 2 }, 2],
      [{ installments: 12 }, 12],
    ] as [object, number][]) {
      const { id, amount } = await newIntent(vintem, { amount: ++lastAmount })
      const paid = expectStatus(await confirm(vintem, id, (await newToken(vintem)).id, sent), 200)
      expect([paid.status, paid.amount]).to.deep.equal(["succeeded", amount])
      expect(paid.payment_method_details.card.installments).to.equal(expected)
      expect(await atAcquirer(amount)).to.deep.equal([expected])
    }
  })

  it("work with a saved card while the payer is present, but not off session", async () => {
    const customer = await newPayer(vintem)
    const card = await saveNewCard(vintem, customer.id)
    const { id } = await newIntent(vintem, { customer: customer.id })
    const offSession = await confirm(vintem, id, card, { installments: 3, off_session: true })
    expect(refusalOf(offSession)).to.equal("400 parameter_invalid installments")
    const paid = expectStatus(await confirm(vintem, id, card, { installments: 3, off_session: false }), 200)
    expect(paid.payment_method_details.card.installments).to.equal(3)
  })

  it("are whole numbers from 1 to 12", async () => {
    const { id } = await newIntent(vintem)
    const { id: token } = await newToken(vintem)
    for (const installments of [0, 13, -1, 1.5, "3", true, [3]]) {
      expect(refusalOf(await confirm(vintem, id, token, { installments })), JSON.stringify(installments)).to.equal(
        "400 parameter_invalid installments",
      )
    }
    expect(expectStatus(await confirm(vintem, id, token, { installments: 3 }), 200).status).to.equal("succeeded")
  })

  it("are refused for PIX, boleto and other currencies, and the token is not used up", async () => {
    const dollars = (await newIntent(vintem, { currency: "usd" })).id
    const open = (await newOpenIntent(vintem)).id
    for (const [intent, token] of [
      [dollars, (await newToken(vintem)).id],
      [open, (await newBareToken(vintem, "pix")).id],
    ] as [string, string][]) {
      expect(refusalOf(await confirm(vintem, intent, token, { installments: 2 }))).to.equal("400 parameter_invalid installments")
      expect((await retrieve(vintem, intent)).status).to.equal("requires_payment_method")
      // One payment is what everybody makes, so it is no reason to refuse.
      expectStatus(await confirm(vintem, intent, token, { installments: 1 }), 200)
    }
    const boleto = await confirm(vintem, (await newOpenIntent(vintem)).id, (await newBareToken(vintem, "boleto")).id, {
      installments: 2,
    })
    expect(refusalOf(boleto)).to.equal("400 parameter_invalid installments")
  })

  it("are checked after the method's type, and before the customer's data", async () => {
    const pix = async () => (await newBareToken(vintem, "pix")).id
    const { id: cardOnly } = await newIntent(vintem)
    const wrongType = await confirm(vintem, cardOnly, await pix(), { installments: 2 })
    expect(refusalOf(wrongType)).to.equal("400 parameter_invalid payment_method")
    const unknown = await confirm(vintem, cardOnly, "tok_none", { installments: 2 })
    expect(refusalOf(unknown)).to.equal("400 token_unusable payment_method")
    const { id: customer } = await newCustomer(vintem)
    const { id: incomplete } = await newIntent(vintem, { customer, payment_method_types: ["pix"] })
    expect(refusalOf(await confirm(vintem, incomplete, await pix(), { installments: 2 }))).to.equal(
      "400 parameter_invalid installments",
    )
  })

  it("are part of the request: another number with the same key is another request", async () => {
    const { id } = await newIntent(vintem)
    const { id: payment_method } = await newToken(vintem)
    const idempotencyKey = newIdempotencyKey()
    const send = (installments: number) =>
      vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method, installments }, { idempotencyKey })
    const first = await send(3)
    const replay = await send(3)
    expect([replay.headers["idempotent-replayed"], replay.text]).to.deep.equal(["true", first.text])
    expect(expectStatus(await send(4), 422).error.code).to.equal("idempotency_key_in_use")
  })

  it("are the same when another process finds the sale of a dead process", async () => {
    const { id, amount } = await newIntent(vintem, { amount: ++lastAmount })
    const { id: payment_method } = await newToken(vintem)
    const body = { payment_method, installments: 6 }
    const path = `/v1/payment_intents/${id}/confirm`
    const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: vintem.databases, role: "api" })
    const idempotencyKey = newIdempotencyKey()
    try {
      await victim.ask("dieAt", "confirm: acquirer answered")
      const lost = await victim.request("POST", path, body, { idempotencyKey, key: vintem.key }).catch(() => undefined)
      expect(lost).to.equal(undefined)
      await victim.exited
    } finally {
      await victim.close()
    }
    const deadline = Date.now() + 10_000
    let response = await vintem.request("POST", path, body, { idempotencyKey })
    while (response.headers["service-should-retry"] === "true" && Date.now() < deadline)
      response = await vintem.request("POST", path, body, { idempotencyKey })
    expect(expectStatus(response, 200).payment_method_details.card.installments).to.equal(6)
    expect(await atAcquirer(amount)).to.deep.equal([6])
  })
})
