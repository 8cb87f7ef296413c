import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { newOpenIntent, recoverAttempts } from "../support/merchants/rails.ts"
import { fieldsOf, load, payBy, send } from "./payer.ts"

const MOST = 12

/** A form of the page has no idempotency key: the state that it names is what makes it safe. */
describe("After kill -9 while a payer pays on the page", function () {
  this.timeout(240_000)
  let survivor: Running
  before(async () => {
    survivor = await startVintem()
  })
  after(() => survivor.close())

  const of = async (merchant: Merchant): Promise<Json[]> =>
    expectStatus(await merchant.request("GET", "/v1/payment_intents"), 200).data
  const statuses = async (merchant: Merchant) => (await of(merchant)).map(({ status }) => status)

  /** Kills a process before each commit of a form in turn, until one survives, and then sends the form again to the survivor, twice. */
  async function dieBeforeEach(
    prepare: (merchant: Merchant) => Promise<{ page: Awaited<ReturnType<typeof load>>; token: string }>,
  ) {
    for (let number = 1; number <= MOST; number++) {
      const merchant = await newMerchant(survivor)
      const { page, token } = await prepare(merchant)
      const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases: survivor.databases, role: "api" })
      await victim.ask("dieBeforeCommit", number)
      const filled = { token, installments: "1" }
      const answer = await send({ ...page, url: page.url.replace(survivor.url, victim.url) }, filled).catch(() => undefined)
      await victim.close()
      await send(page, filled)
      // The worker finds what the dead process had begun, and the payer looks at the page again.
      for (const later of [0, 600, 7200]) await recoverAttempts(survivor, merchant.account, later)
      const now = await load(page.url)
      if (fieldsOf(now).has("seen")) await send(now, { token: (await newToken(merchant, CARDS.approved)).id, installments: "1" })
      const all = await statuses(merchant)
      expect(all.filter((status) => status === "succeeded")).to.have.lengthOf(1)
      expect(await checkLedger(survivor.server.modes.test.database, merchant.account)).to.deep.equal([])
      if (answer) return { number, all }
    }
    throw new Error("every process died")
  }

  it("a card is charged once", async () => {
    const { number, all } = await dieBeforeEach(async (merchant) => {
      const { hosted_url } = await newOpenIntent(merchant)
      return { page: await load(`${hosted_url}?method=card`), token: (await newToken(merchant, CARDS.approved)).id }
    })
    expect([number > 2, all]).to.deep.equal([true, ["succeeded"]])
  })

  it("a successor is made once, with the cancellation of what it replaces", async () => {
    const { number, all } = await dieBeforeEach(async (merchant) => {
      const { hosted_url } = await newOpenIntent(merchant)
      await payBy(hosted_url, "pix")
      return { page: await load(`${hosted_url}?method=card`), token: (await newToken(merchant, CARDS.approved)).id }
    })
    expect([number > 2, all]).to.deep.equal([true, ["succeeded", "canceled"]])
  })
})
