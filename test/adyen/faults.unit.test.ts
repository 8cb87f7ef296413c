import { expect } from "chai"
import { newReference, paymentOf, stage } from "./stage.ts"

/** What a payment gets, and whether Adyen has made it. */
const OF_PAYMENTS: [fault: string, outcome: string | RegExp, isMade: boolean][] = [
  ["cut_before", /fetch failed/, false],
  ["cut_after", /fetch failed/, true],
  ["truncated", /terminated/, true],
  ["malformed", /JSON/, true],
  ["error_before", "503 application/json", false],
  ["error_after", "500 application/json", true],
  ["error_after:504", "504 application/json", true],
  ["html_before", "502 text/html", false],
  ["html_after", "502 text/html", true],
  ["slow_before:30", "200 application/json", true],
  ["slow:30", "200 application/json", true],
  ["slow_after:30", "200 application/json", true],
  ["unauthorized", "401 application/json", false],
  ["forbidden", "403 application/json", false],
  ["too_many", "429 application/json", false],
]

describe("The simulator of Adyen fails", () => {
  const on = stage()
  const control = () => on.adyen.control
  const outcome = async (body: object, key: string): Promise<string> => {
    try {
      const { status, headers } = await on.post("/payments", body, key)
      return `${status} ${headers.get("content-type")}`
    } catch (error) {
      return (error as Error).message
    }
  }

  for (const [fault, expected, isMade] of OF_PAYMENTS)
    it(`by ${fault}: the payment was ${isMade ? "" : "not "}made, and a repeat gets its answer`, async () => {
      const body = paymentOf(on.adyen)
      await control().setFaults({ operation: "payments", fault })
      const found = await outcome(body, "k1")
      if (typeof expected === "string") expect(found).to.equal(expected)
      else expect(found).to.match(expected)
      expect((await control().ledger()).length).to.equal(isMade ? 1 : 0)
      expect(await on.told()).to.have.length(isMade ? 1 : 0)
      expect((await on.post("/payments", body, "k1")).body.resultCode).to.equal("Authorised")
      expect((await control().ledger()).length).to.equal(1)
    })

  it("by answers that never come, before and after the act", async () => {
    for (const [fault, made] of [
      ["hang_before", 0],
      ["hang_after", 1],
    ] as const) {
      await control().setFaults({ fault })
      const given = Promise.race([on.pay(), new Promise((resolve) => setTimeout(resolve, 100, "nothing"))])
      expect(await given).to.equal("nothing")
      expect((await control().ledger()).length).to.equal(made)
    }
  })

  it("by limits that say when to come back, or do not", async () => {
    await control().setFaults({ fault: "too_many:7" }, { fault: "too_many" })
    const retryAfter = async () => (await on.pay()).headers.get("retry-after")
    expect([await retryAfter(), await retryAfter()]).to.deep.equal(["7", null])
  })

  it("by a result that nobody knows, and members that nobody knows", async () => {
    await control().setFaults({ fault: "unknown_result+extra_members" })
    const { body } = await on.pay()
    expect(body.resultCode).to.equal("AuthorisedLater")
    expect(body.amount.newMember).to.deep.equal({ version: "73" })
  })

  it("where it is told to: of one operation, of one reference or key, so many times, one call of so many", async () => {
    const reference = newReference()
    await control().setFaults({ operation: "payments", id: reference, fault: "error_before", times: 2 })
    const statuses: number[] = []
    for (const one of [newReference(), reference, reference, reference]) statuses.push((await on.pay({ reference: one })).status)
    expect(statuses).to.deep.equal([200, 503, 503, 200])
    await control().setFaults({ fault: "error_before", id: "k9" })
    expect((await on.pay({}, {}, "k9")).status).to.equal(503)
    await control().setFaults({ fault: "error_before", every: 2 })
    const every: number[] = []
    for (let count = 0; count < 4; count++) every.push((await on.pay()).status)
    expect(every).to.deep.equal([200, 503, 200, 503])
    const wrong = await control()
      .addFaults({ fault: "explode" })
      .catch((error: Error) => error.message)
    expect(wrong).to.contain("there is no fault explode")
  })

  it("of each operation, and remembers which fault hit which call", async () => {
    const psp = await on.paid()
    await control().setFaults({ operation: "refunds", id: psp, fault: "cut_after" })
    const refund = () => on.modify("refunds", psp, { amount: { currency: "BRL", value: 100 } }, "r1")
    expect(await refund().catch((error: Error) => error.message)).to.equal("fetch failed")
    expect((await refund()).status).to.equal(201)
    expect((await control().payment(psp)).refunded).to.equal(100)
    const calls = (await control().calls()).map(({ operation, status, fault }) => [operation, status, fault ?? null])
    expect(calls).to.deep.equal([
      ["payments", 200, null],
      ["refunds", null, "cut_after"],
      ["refunds", 201, null],
    ])
  })
})
