import { expect } from "chai"
import { brl, paymentOf, stage } from "./stage.ts"

describe("The simulator of Adyen keeps idempotency keys", () => {
  const on = stage()
  const count = async () => (await on.adyen.control.ledger()).length

  it("and gives a repeat the first answer, with the key", async () => {
    const body = paymentOf(on.adyen)
    const [first, again] = [await on.post("/payments", body, "k1"), await on.post("/payments", { ...body }, "k1")]
    expect(again.body).to.deep.equal(first.body)
    expect([first, again].map(({ headers }) => headers.get("idempotency-key"))).to.deep.equal(["k1", "k1"])
    expect(await count()).to.equal(1)
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
  })

  it("and gives a repeat the first refusal, too", async () => {
    const body = paymentOf(on.adyen, {}, { number: "1" })
    const [first, again] = [await on.post("/payments", body, "k1"), await on.post("/payments", body, "k1")]
    expect([first.status, again.status]).to.deep.equal([422, 422])
    expect(again.body).to.deep.equal(first.body)
    expect(first.headers.get("idempotency-key")).to.equal("k1")
  })

  it("and refuses a key that comes with another body or to another path", async () => {
    const psp = await on.paid()
    const body = paymentOf(on.adyen)
    await on.post("/payments", body, "k1")
    const other = await on.post("/payments", { ...body, amount: brl(1) }, "k1")
    expect([other.status, other.body.errorType]).to.deep.equal([422, "validation"])
    expect((await on.modify("refunds", psp, { amount: brl(100) }, "k1")).status).to.equal(422)
    const answers = [await on.modify("cancels", psp, {}, "k2"), await on.modify("reversals", psp, {}, "k2")]
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 422])
    expect(await count()).to.equal(2)
    await on.adyen.control.allow(/uses an Idempotency-Key again/)
  })

  it("and refuses a repeat while the first request is under way, which gets the answer afterwards", async () => {
    await on.adyen.control.setFaults({ operation: "payments", fault: "slow:150" })
    const body = paymentOf(on.adyen)
    const first = on.post("/payments", body, "k1")
    await until(async () => (await on.adyen.control.calls()).length === 1)
    const during = await on.post("/payments", body, "k1")
    expect([during.status, during.body.errorCode, during.body.message]).to.deep.equal([
      422,
      "704",
      "Request already processed or in progress",
    ])
    expect((await first).body.resultCode).to.equal("Authorised")
    expect((await on.post("/payments", body, "k1")).body).to.deep.equal((await first).body)
    expect(await count()).to.equal(1)
  })

  it("and lets a repeat wait for the first answer where it is told so", async () => {
    await on.adyen.control.setOptions({ underWay: "wait" })
    await on.adyen.control.setFaults({ operation: "payments", fault: "slow:100" })
    const body = paymentOf(on.adyen)
    const answers = await Promise.all([on.post("/payments", body, "k1"), on.post("/payments", body, "k1")])
    expect(answers[0]!.body).to.deep.equal(answers[1]!.body)
    expect(await count()).to.equal(1)
  })

  it("for their life: after it the same request is another payment. A repeat after 6 days is a violation", async () => {
    const { control } = on.adyen
    const body = paymentOf(on.adyen)
    const first = await on.post("/payments", body, "k1")
    await control.advance(6 * DAY_MS)
    expect((await on.post("/payments", body, "k1")).body).to.deep.equal(first.body)
    expect(await control.violations()).to.deep.equal([])
    await control.advance(DAY_MS)
    expect((await on.post("/payments", body, "k1")).body.pspReference).not.to.equal(first.body.pspReference)
    expect((await control.violations()).map(({ rule }) => rule)).to.deep.equal([
      "repeats a request of more than 6 days ago",
      `pays ${body.reference} under a second key, although the first payment is not refused`,
    ])
    await control.allow(/./)
  })

  it("for each merchant account by itself", async () => {
    const other = await on.adyen.control.newMerchant()
    const body = paymentOf(on.adyen)
    await on.post("/payments", body, "k1")
    const theirs = await on.post("/payments", { ...body, merchantAccount: other.account }, "k1", { "x-api-key": other.apiKey })
    expect(theirs.status).to.equal(200)
    expect(await count()).to.equal(2)
  })

  it("and may keep a failure after the act as the answer", async () => {
    await on.adyen.control.setOptions({ storesFailures: true })
    await on.adyen.control.setFaults({ operation: "payments", fault: "error_after:500" })
    const body = paymentOf(on.adyen)
    const answers = [await on.post("/payments", body, "k1"), await on.post("/payments", body, "k1")]
    expect(answers.map(({ status }) => status)).to.deep.equal([500, 500])
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
  })

  it("of 64 characters at most, and demands one for each request", async () => {
    expect((await on.pay({}, {}, "k".repeat(64))).status).to.equal(200)
    expect((await on.pay({}, {}, "k".repeat(65))).status).to.equal(422)
    expect((await on.pay({}, {}, null)).status).to.equal(200)
    const rules = (await on.adyen.control.violations()).map(({ rule }) => rule)
    expect(rules).to.deep.equal([
      "has an Idempotency-Key of more than 64 characters",
      "has no Idempotency-Key: an answer that is lost cannot be asked for again",
    ])
    await on.adyen.control.allow(/Idempotency-Key/)
  })
})

const DAY_MS = 24 * 3_600_000

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}
