import { expect } from "chai"
import type { Verdict } from "../../src/acquirers/acquirer.ts"
import { replaceAcquirer } from "../support/acquirer.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { mockCharges } from "../support/mock-charges.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/payments.ts"
import { recoverAttempts } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

describe("When the bank is so slow that another process recovers the attempt", () => {
  let databases: Databases
  let vintem: Running
  let other: Running
  let restore = () => {}
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { role: "api", databases })
    other = await startVintem({}, { role: "api", databases })
  })
  afterEach(() => restore())
  after(async () => {
    await other.close()
    await vintem.close()
    await databases.remove()
  })

  /** A bank that signals when it is called and waits for the test. It then returns `verdict`, or what the mock returns. */
  function slowBank(verdict?: Verdict) {
    const [called, respond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    restore()
    const replaced = replaceAcquirer(vintem, vintem, (bank) => ({
      ...bank,
      verify: async (...args) => {
        called.resolve()
        await respond.promise
        return verdict ?? bank.verify(...args)
      },
    }))
    restore = replaced.restore
    return { called: called.promise, respond: respond.resolve }
  }

  describe("of saving a card", () => {
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
        const bank = slowBank()
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

    it("does not disturb the retry", async () => {
      const { id: customer } = await newCustomer(vintem)
      const token = (await newToken(vintem)).id
      const idempotencyKey = newIdempotencyKey()
      const save = () => vintem.request("POST", "/v1/payment_methods", { customer, token }, { idempotencyKey })
      const late = slowBank({ result: "unavailable" })
      const first = save()
      await late.called
      await recoverAttempts(other, vintem.account)
      const next = slowBank()
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

  describe("of a confirm", () => {
    /** Signals when it is called and waits for the test. Then it cannot be reached. */
    function unavailableBank() {
      const [called, respond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const replaced = replaceAcquirer(vintem, vintem, (bank) => ({
        ...bank,
        authorize: async () => {
          called.resolve()
          await respond.promise
          return { result: "unavailable" }
        },
      }))
      return { ...replaced, called: called.promise, respond: respond.resolve }
    }

    it("takes no money once the request was told that nothing was charged", async () => {
      const amount = 34_001
      const { id } = await newIntent(vintem, { amount })
      const { id: payment_method } = await newToken(vintem)
      const send = () => vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })
      const slow = unavailableBank()
      const [asked, tell] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const searching = replaceAcquirer(other, vintem, (bank) => ({
        ...bank,
        lookUp: async (...args) => {
          const found = await bank.lookUp(...args)
          asked.resolve()
          await tell.promise
          return found
        },
      }))
      restore = () => {
        slow.restore()
        searching.restore()
      }
      const first = send()
      await slow.called
      const recovering = recoverAttempts(other, vintem.account)
      await asked.promise
      slow.respond()
      expectStatus(await first, 503)
      tell.resolve()
      await recovering
      expect(await mockCharges(vintem, amount)).to.deep.equal([])
      restore()
      expect(expectStatus(await send(), 200).status).to.equal("succeeded")
      expect(await mockCharges(vintem, amount)).to.have.lengthOf(1)
    })

    it("says nothing about the payment while the other process is still sending it", async () => {
      const { id } = await newIntent(vintem, { amount: 34_002 })
      const { id: payment_method } = await newToken(vintem)
      const idempotencyKey = newIdempotencyKey()
      const send = () => vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }, { idempotencyKey })
      const slow = unavailableBank()
      const [sentAgain, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const second = replaceAcquirer(other, vintem, (bank) => ({
        ...bank,
        authorize: async (...args) => {
          sentAgain.resolve()
          await letGo.promise
          return bank.authorize(...args)
        },
      }))
      restore = () => {
        slow.restore()
        second.restore()
      }
      const first = send()
      await slow.called
      const recovering = recoverAttempts(other, vintem.account)
      await sentAgain.promise
      slow.respond()
      const answer = await first
      letGo.resolve()
      await recovering
      const again = await send()
      const told = [answer.status, answer.body.error?.code, again.status, again.body.status]
      expect(told).to.deep.equal([409, "payment_intent_locked", 200, "succeeded"])
    })
  })
})
