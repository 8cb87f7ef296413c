import { expect } from "chai"
import type { Acquirer, Verdict } from "../../src/acquirers/acquirer.ts"
import { statement } from "../../src/db/statement.ts"
import { recoverLapsedAttempts } from "../../src/payments/attempts/recover.ts"
import { until } from "../support/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newToken } from "../support/payments.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const holderOf = statement<{ reserved_by: string | null }>((k, p) => k("tokens").where({ id: p.token }).select("reserved_by"))

describe("Saving a card when the bank is so slow that another process recovers the attempt", () => {
  let vintem: Running
  let ahead = 0
  let mode: { acquirerOf: (account: string) => Promise<Acquirer | undefined> }
  let original: typeof mode.acquirerOf
  before(async () => {
    vintem = await startVintem({}, { clock: { now: () => Date.now() + ahead } })
    mode = vintem.server.modes.test
    original = mode.acquirerOf
  })
  afterEach(() => {
    mode.acquirerOf = original
  })
  after(() => vintem.close())

  /** A bank that signals when it is called and waits for the test. It then returns `verdict`, or what the mock returns. */
  function slowBank(verdict?: Verdict) {
    const [called, respond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    mode.acquirerOf = async (account) => {
      const bank = (await original(account))!
      return {
        ...bank,
        verify: async (...args) => {
          called.resolve()
          await respond.promise
          return verdict ?? bank.verify(...args)
        },
      }
    }
    return { called: called.promise, respond: respond.resolve }
  }

  /** Advances the clock past the lease until the attempt is recovered and the token is free. */
  async function recoverAttempt(token: string): Promise<void> {
    const { test } = vintem.server.modes
    await until(async () => {
      ahead += 10_000
      await recoverLapsedAttempts(test)
      return (await test.database.one(holderOf, { token }))?.reserved_by === null
    })
  }

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
      await recoverAttempt(token)
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
    await recoverAttempt(token)
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
