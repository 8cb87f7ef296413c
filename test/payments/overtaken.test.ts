import { expect } from "chai"
import pino from "pino"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer, type SlowOperation, slowCall } from "../support/banks/acquirer.ts"
import { mockCharges, mockRefunds } from "../support/banks/mock-charges.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
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

    it("says nothing about the payment while the other process is still sending it", async () => {
      const [first, again] = await answersWhileOtherSends("authorize", await confirmOf(34_002))
      const told = [first.status, first.body.error?.code, again.status, again.body.status]
      expect(told).to.deep.equal([409, "payment_intent_locked", 200, "succeeded"])
    })

    it("says that nothing was charged if the other process could not send it either", async () => {
      const [first, again] = await answersWhereOtherCannotSend(await confirmOf(34_003))
      const told = [first.status, first.body.error?.code, again.status, again.body.status]
      expect(told).to.deep.equal([503, "processing_error", 200, "succeeded"])
    })

    it("says that nothing was charged also if somebody has canceled the payment meanwhile", async () => {
      const send = await confirmOf(34_005)
      const [first, again] = await answersWhereOtherCannotSend(send, async () => {
        expectStatus(await vintem.request("POST", `${send.path}/cancel`), 200)
      })
      const told = [first.status, first.body.error?.code, again.status, again.body.error?.code]
      expect(told).to.deep.equal([503, "processing_error", 400, "payment_intent_canceled"])
    })

    it("sends money back that the acquirer takes by the slow call, after the other process could not send it", async () => {
      const amount = 34_006
      const send = await confirmOf(amount)
      const called = Promise.withResolvers<() => void>()
      const arrivesLate = replaceAcquirer(vintem, vintem, (bank) => ({
        ...bank,
        // The call arrives, and nobody hears the answer.
        authorize: async (...args) => {
          await new Promise<void>((resolve) => called.resolve(resolve))
          await bank.authorize(...args)
          return { result: "unknown" }
        },
      }))
      restores.unshift(arrivesLate.restore)
      slowBank(other, "authorize", UNAVAILABLE).respond()
      const first = send()
      const arrive = await called.promise
      await recoverAttempts(other, vintem.account)
      arrive()
      const answer = await first
      for (const later of [60, 3600]) await recoverAttempts(other, vintem.account, later)
      const charges = (await mockCharges(vintem, amount)).map(({ id }) => id)
      const returned = (await mockRefunds(vintem, vintem.account)).filter((refund) => refund.amount === amount)
      expect([answer.status, answer.body.error?.code]).to.deep.equal([503, "processing_error"])
      expect(charges).to.have.lengthOf(1)
      expect(returned.map(({ charge }) => charge)).to.deep.equal(charges)
    })

    it("keeps what the other process has charged where the acquirer then says that it took the money twice, and sends the rest back", async () => {
      const amount = 34_008
      const send = await confirmOf(amount)
      const called = Promise.withResolvers<() => void>()
      const takesTwice = replaceAcquirer(vintem, vintem, (bank) => ({
        ...bank,
        authorize: async (sale, signal) => {
          await new Promise<void>((resolve) => called.resolve(resolve))
          const [charged] = await mockCharges(vintem, amount)
          const more = await bank.authorize({ ...sale, reference: `${sale.reference}_more` }, signal)
          const duplicates = [{ charge: charged!.id, amount, currency: "brl" }]
          return more.result === "approved" ? { ...more, duplicates } : more
        },
      }))
      restores.unshift(takesTwice.restore)
      const first = send()
      const answerNow = await called.promise
      await recoverAttempts(other, vintem.account)
      const [kept] = await mockCharges(vintem, amount)
      answerNow()
      const paid = expectStatus(await first, 200)
      for (const later of [60, 3600]) await recoverAttempts(other, vintem.account, later)
      const returned = (await mockRefunds(vintem, vintem.account)).filter((refund) => refund.amount === amount)
      const rest = (await mockCharges(vintem, amount)).filter(({ id }) => id !== kept!.id)
      expect([paid.status, rest.length]).to.deep.equal(["succeeded", 1])
      expect(returned.map(({ charge }) => charge)).to.deep.equal([rest[0]!.id])
    })
  })

  describe("to refund", () => {
    it("says nothing about the refund while the other process is still sending it", async () => {
      const paid = expectStatus(await (await confirmOf(34_004))(), 200)
      const idempotencyKey = newIdempotencyKey()
      const send = () => vintem.request("POST", "/v1/refunds", { payment_intent: paid.id }, { idempotencyKey })
      const [first, again] = await answersWhileOtherSends("refund", send)
      const told = [first.status, first.body.error?.code, again.status, again.body.status]
      expect(told).to.deep.equal([409, "idempotency_request_in_progress", 201, "succeeded"])
    })

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

  type Send = () => Promise<Response>

  /** How a request is answered while the other process sends its operation again, and how a retry is after that. */
  async function answersWhileOtherSends(operation: SlowOperation, send: Send): Promise<[Response, Response]> {
    const slow = slowBank(vintem, operation, UNAVAILABLE)
    const second = slowBank(other, operation)
    const sent = send()
    await slow.called
    const recovering = recoverAttempts(other, vintem.account)
    await second.called
    slow.respond()
    const first = await sent
    second.respond()
    await recovering
    return [first, await send()]
  }

  /** How a confirm is answered whose sale the other process could not send either, and how a retry is after that. */
  async function answersWhereOtherCannotSend(send: Send, meanwhile = async () => {}): Promise<[Response, Response]> {
    const slow = slowBank(vintem, "authorize", UNAVAILABLE)
    slowBank(other, "authorize", UNAVAILABLE).respond()
    const sent = send()
    await slow.called
    await recoverAttempts(other, vintem.account)
    await meanwhile()
    slow.respond()
    const first = await sent
    restoreBanks()
    return [first, await send()]
  }

  /** Returns what confirms a new payment, each time with the same idempotency key. */
  async function confirmOf(amount: number) {
    const { id } = await newIntent(vintem, { amount })
    const { id: payment_method } = await newToken(vintem)
    const idempotencyKey = newIdempotencyKey()
    const path = `/v1/payment_intents/${id}`
    const send = () => vintem.request("POST", `${path}/confirm`, { payment_method }, { idempotencyKey })
    return Object.assign(send, { path })
  }
})
