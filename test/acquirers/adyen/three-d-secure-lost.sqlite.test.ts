// Answers that are lost, and processes that die, while a payer is authenticated at Adyen. The pages need live mode, which is on Postgres.
import { expect } from "chai"
import { retrieve } from "../../support/merchants/rails.ts"
import { actsOf, MINUTE } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"
import { AUTHENTICATED, payersOf } from "./payers.ts"

describe("A payer whom Adyen authenticates in the sale, on a bad day,", function () {
  this.timeout(60_000)
  const on = withAdyen({}, { pages: true })
  const { control, entries, statusOf } = actsOf(on)
  const { asked, decides, threeDSecureOf } = payersOf(on)

  for (const fault of ["cut_before", "cut_after", "error_after:500", "truncated"]) {
    it(`is led on once the answer is known, if that to the sale is lost (${fault})`, async () => {
      const { id, page } = await asked()
      await control().setFaults({ operation: "payments", fault, times: 1 })
      expect(await page.lead()).to.deep.equal({ step: "over" })
      expect((await page.status()).state).to.equal("processing")
      await on.poll(2)
      const next = await page.lead()
      expect(next.step).to.equal("redirect")
      await page.follow(await decides(next.url, "authenticated"))
      expect(await statusOf(id)).to.equal("succeeded")
      expect((await entries()).map(({ captured }) => captured)).to.deep.equal([4990])
    })

    it(`pays once if the answer to the details is lost (${fault})`, async () => {
      const { id, page } = await asked()
      const { url } = await page.lead()
      const back = await decides(url, "authenticated")
      await control().hold()
      await control().setFaults({ operation: "details", fault, times: 1 })
      await page.follow(back)
      expect([(await retrieve(on.merchant, id)).status, (await page.status()).state]).to.deep.equal([
        "requires_action",
        "processing",
      ])
      await page.follow(back)
      await on.poll(2)
      expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded" })
      expect(await threeDSecureOf(id)).to.deep.equal(AUTHENTICATED)
      await control().release({ times: 2 })
      await on.told()
      await on.poll(120)
      expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
    })
  }

  it("pays by what Adyen tells, where no answer comes", async () => {
    const { id, page } = await asked()
    const back = await decides((await page.lead()).url, "authenticated")
    await control().setFaults({ operation: "details", fault: "cut_after", every: 1 })
    await page.follow(back)
    await on.told()
    await on.poll(2)
    expect(await statusOf(id)).to.equal("succeeded")
  })

  it("may try again where Adyen cannot be reached", async () => {
    const { id, page } = await asked()
    await control().setFaults({ operation: "payments", fault: "too_many", times: 1 })
    expect(await page.lead()).to.deep.equal({ step: "again" })
    const { url } = await page.lead()
    const back = await decides(url, "authenticated")
    await control().setFaults({ operation: "details", fault: "too_many", times: 1 })
    await page.follow(back)
    expect(await statusOf(id)).to.equal("requires_action")
    await page.follow(back)
    expect(await statusOf(id)).to.equal("succeeded")
    expect((await entries()).map(({ captured }) => captured)).to.deep.equal([4990])
  })

  for (const step of [
    "challenge: attempt written",
    "charge: stored",
    "charge: sent",
    "challenge: acquirer answered",
    "charge: settled",
  ])
    it(`pays once if the process dies (${step})`, async () => {
      const { id, page } = await asked()
      const dying = async (work: () => Promise<unknown>) => {
        on.dies.at = step
        await work().catch(() => undefined)
        on.dies.at = undefined
        await control().advance(MINUTE * 1000)
        await on.recover(on.other).catch(() => undefined)
        await on.poll(4)
      }
      await dying(() => page.leadInVain())
      const next = await page.lead()
      expect(next.step).to.equal("redirect")
      const back = await decides(next.url, "authenticated")
      await dying(() => fetch(back, { redirect: "manual" }))
      await on.told()
      await on.poll(6)
      expect(await statusOf(id)).to.equal("succeeded")
      expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
    })
})
