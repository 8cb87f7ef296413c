import { expect } from "chai"
import pino from "pino"
import { markSent } from "../../src/payments/attempts/store.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type SlowOperation, slowCall } from "../support/banks/acquirer.ts"
import { mockCharges, mockRefunds } from "../support/banks/mock-charges.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { recoverAttempts, refundsOf } from "../support/merchants/rails.ts"

const UNAVAILABLE = { result: "unavailable" }

describe("A call that takes the bank so long that another process recovers its attempt", () => {
  let databases: Databases
  let vintem: Running
  let other: Running
  const restores: (() => void)[] = []
  const logged: Json[] = []
  const log = pino({ level: "error" }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { role: "api", databases, log })
    other = await startVintem({}, { role: "api", databases })
  })
  afterEach(restoreBanks)
  after(async () => {
    await other.close()
    await vintem.close()
    await databases.remove()
  })

  /** A slow bank until the end of the test. */
  function slowBank(process: Running, operation: SlowOperation, outcome?: object) {
    const slow = slowCall(process, vintem, operation, outcome)
    restores.unshift(slow.restore)
    return slow
  }

  function restoreBanks() {
    for (const restore of restores.splice(0)) restore()
  }

  describe("to save a card", () => {
    for (const [what, number, second] of [
      ["approves", CARDS.approved, "201 undefined"],
      ["refuses", CARDS.declined, "402 card_declined"],
    ] as const) {
      it(`saves nothing if the bank ${what} the card too late, and a retry can save it`, async () => {
        const { id: customer } = await newCustomer(vintem)
        const token = (await newToken(vintem, number)).id
        const idempotencyKey = newIdempotencyKey()
        const save = async () => {
          const { status, body } = await vintem.request("POST", "/v1/payment_methods", { customer, token }, { idempotencyKey })
          return `${status} ${body.error?.code}`
        }
        const saved = async () =>
          expectStatus(await vintem.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data.length
        const bank = slowBank(vintem, "verify")
        const first = save()
        await bank.called
        await recoverAttempts(other, vintem.account)
        bank.respond()
        expect(await first).to.equal("503 processing_error")
        expect(await saved()).to.equal(0)
        expect(await save()).to.equal(second)
        expect(await saved()).to.equal(second.startsWith("201") ? 1 : 0)
      })
    }

    it("changes nothing about a retry that saves the card", async () => {
      const { id: customer } = await newCustomer(vintem)
      const token = (await newToken(vintem)).id
      const idempotencyKey = newIdempotencyKey()
      const save = () => vintem.request("POST", "/v1/payment_methods", { customer, token }, { idempotencyKey })
      const late = slowBank(vintem, "verify", UNAVAILABLE)
      const first = save()
      await late.called
      await recoverAttempts(other, vintem.account)
      restoreBanks()
      const next = slowBank(vintem, "verify")
      const second = save()
      await next.called
      late.respond()
      expectStatus(await first, 503)
      next.respond()
      const saved = expectStatus(await second, 201)
      const replay = await save()
      expect(expectStatus(replay, 201)).to.deep.equal(saved)
      expect(replay.headers["idempotent-replayed"]).to.equal("true")
    })
  })

  describe("to confirm", () => {
    it("takes no money once the request was told that nothing was charged", async () => {
      const amount = 34_001
      const send = await confirmOf(amount)
      const slow = slowBank(vintem, "authorize", UNAVAILABLE)
      const searching = slowBank(other, "lookUp")
      const first = send()
      await slow.called
      const recovering = recoverAttempts(other, vintem.account)
      await searching.called
      slow.respond()
      expectStatus(await first, 503)
      searching.respond()
      await recovering
      expect(await mockCharges(vintem, amount)).to.deep.equal([])
      restoreBanks()
      expect(expectStatus(await send(), 200).status).to.equal("succeeded")
      expect(await mockCharges(vintem, amount)).to.have.lengthOf(1)
    })
  })

  describe("to confirm, of which another process has found that it was refused", () => {
    it("sends the money back if the acquirer makes it nevertheless", async () => {
      const amount = 34_002
      const send = await confirmOf(amount)
      const slow = slowBank(vintem, "authorize")
      const refused = { result: "refused", charge: null, code: "card_declined", message: "The issuer refused the card." }
      slowBank(other, "lookUp", refused).respond()
      const confirming = send()
      await slow.called
      await recoverAttempts(other, vintem.account)
      slow.respond()
      expect(expectStatus(await confirming, 200).status).to.equal("canceled")
      restoreBanks()
      await recoverAttempts(other, vintem.account)
      const refunds = await mockRefunds(vintem, vintem.account)
      expect(refunds.map((refund) => refund.amount)).to.include(amount)
    })
  })

  describe("to refund", () => {
    it("logs an error if the acquirer makes it after an operator has settled it as failed", async () => {
      const paid = expectStatus(await (await confirmOf(34_007))(), 200)
      const slow = slowBank(vintem, "refund")
      slowBank(other, "lookUpRefund", { result: "unknown" }).respond()
      const refunding = vintem.request("POST", "/v1/refunds", { payment_intent: paid.id })
      await slow.called
      await recoverAttempts(other, vintem.account)
      const [refund] = (await refundsOf(vintem, paid.id)) as [Json]
      expect((await other.cli("refunds", "settle", refund.id, "--failed")).status).to.equal(0)
      slow.respond()
      expectStatus(await refunding, 201)
      expect((await refundsOf(vintem, paid.id)).map(({ status }) => status)).to.deep.equal(["failed"])
      const seen = logged.map(({ msg, refund }) => ({ msg, refund }))
      expect(seen).to.deep.equal([{ msg: "the acquirer has made a refund that had failed", refund: refund.id }])
    })
  })

  it("is told from the call after it, also where the clock of the database was set back meanwhile", async () => {
    const { database } = vintem.server.modes.test
    const { id: payment_intent } = expectStatus(await (await confirmOf(34_008))(), 200)
    const { account } = vintem
    const rows = sql<{ id: string }>(`SELECT id FROM attempts WHERE payment_intent = '${payment_intent}'`)
    const { id } = (await database.one(rows, {}))!
    const later = Date.now() + 3_600_000
    const begin = async () => {
      const again = sql<void>(`UPDATE attempts SET state = 'new' WHERE id = '${id}'`)
      await database.transaction((tx) => tx.run(again, {}))
      return (await database.write(markSent, { account, id, owner: "a process", lease_ms: 1000 }))!.sent_at_ms
    }
    await database.transaction((tx) => tx.run(sql<void>(`UPDATE attempts SET sent_at_ms = ${later} WHERE id = '${id}'`), {}))
    expect([await begin(), await begin()]).to.deep.equal([later + 1, later + 2])
    const settled = sql<void>(`UPDATE attempts SET state = 'done', held_until_ms = 0 WHERE id = '${id}'`)
    await database.transaction((tx) => tx.run(settled, {}))
  })

  /** Returns what confirms a new payment, each time with the same idempotency key. */
  async function confirmOf(amount: number) {
    const { id } = await newIntent(vintem, { amount })
    const { id: payment_method } = await newToken(vintem)
    const idempotencyKey = newIdempotencyKey()
    return () => vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, { idempotencyKey })
  }
})
