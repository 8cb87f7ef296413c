import { expect } from "chai"
import { cardFor } from "../outcomes.ts"
import { type Mpi, startMpi } from "./mpi.ts"
import { mpiCard } from "./outcomes.ts"
import { type Attempt, type MpiCaller, mpiCallerOf, newOrder } from "./samples.ts"
import { MPI_DEFAULTS } from "./types.ts"

const VISA = cardFor("Visa")
const newAttempt = (number = VISA): Attempt => ({ order: newOrder(), amount: 4990, number })

async function expectCut(call: Promise<unknown>): Promise<void> {
  expect(await call.catch(() => "cut")).to.equal("cut")
}

describe("The simulator of Cielo's MPI", () => {
  let mpi: Mpi
  let caller: MpiCaller
  before(async () => {
    mpi = await startMpi()
    caller = mpiCallerOf(mpi)
  })
  after(() => mpi.close())
  beforeEach(async () => {
    await mpi.control.reset()
    const { port: _, acsPort: __, seed: ___, ...options } = MPI_DEFAULTS
    await mpi.control.setOptions(options)
  })
  const enroll = async (number: string, members = {}) => {
    const attempt = newAttempt(number)
    return (await caller.enroll(await caller.begin(attempt), attempt, members)).body
  }
  /** Plays a challenge to its end. */
  const challenge = async (number: string, end?: "success" | "failure" | "cancel") => {
    const attempt = newAttempt(number)
    const begun = await caller.begin(attempt)
    const { TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
    if (end) await mpi.control.answerChallenge(end, { transaction: TransactionId })
    return (await caller.validate(begun, attempt, TransactionId)).body
  }

  for (const [brand, eci, failed, version] of [
    ["Visa", "05", "07", "2.2.0"],
    ["Master", "02", "00", "2.2.0"],
    ["Elo", "05", "07", "2.1.0"],
  ] as const) {
    it(`knows the test cards of ${brand}`, async () => {
      const good = await enroll(mpiCard(brand, "frictionless"))
      expect([good.Status, good.Reason.Code, good.Challenge]).to.deep.equal([1, "100", null])
      expect(good.Authentication).to.include({ Eci: eci, Version: version })
      expect(Buffer.from(good.Authentication.Cavv, "base64")).to.have.length(20)
      for (const outcome of ["frictionless_failure", "unavailable"] as const) {
        const { Status, Reason, Authentication } = await enroll(mpiCard(brand, outcome))
        expect([Status, Reason.Code]).to.deep.equal([0, "476"])
        expect(Authentication).to.include({ Cavv: null, Eci: failed })
      }
      const { Status, Reason, Authentication } = await enroll(mpiCard(brand, "error"))
      expect([Status, Reason.Code, Authentication]).to.deep.equal([0, "MPI900", null])
      const asked = await enroll(mpiCard(brand, "challenge_success"))
      expect([asked.Status, asked.Reason.Code, asked.Authentication]).to.deep.equal([2, "475", null])
      expect(asked.Challenge.AcsUrl).to.equal(`${mpi.acsUrl}/acs/challenge`)
      expect(await challenge(mpiCard(brand, "challenge_success"), "success")).to.deep.nested.include({
        Status: 1,
        "Authentication.Eci": eci,
      })
      expect(await challenge(mpiCard(brand, "challenge_failure"), "success")).to.deep.nested.include({
        Status: 0,
        "Reason.Code": "476",
      })
      expect((await mpi.control.ledger()).slice(-2).map((session) => session.challenge)).to.deep.equal(["success", "failure"])
    })
  }

  it("a challenge that the payer fails, cancels, or leaves is not authenticated", async () => {
    for (const end of ["failure", "cancel", undefined] as const)
      expect(await challenge(mpiCard("Visa", "challenge_success"), end)).to.include({ Status: 0 })
  })

  it("sends data only where it was asked to, and never with a challenge", async () => {
    for (const [brand, eci] of [
      ["Visa", "07"],
      ["Master", "04"],
    ] as const)
      for (const outcome of ["data_only", "challenge_success", "frictionless"] as const) {
        const { Status, Reason, Authentication } = await enroll(mpiCard(brand, outcome), { authNotifyOnly: true })
        expect([Status, Reason.Code, Authentication.Eci]).to.deep.equal([0, "100", eci])
        expect(Authentication.Cavv).to.be.a("string")
      }
    expect((await enroll(mpiCard("Visa", "data_only"))).Reason.Code).to.equal("476")
    await mpi.control.setOptions({ dataOnlyCards: "always" })
    expect((await enroll(mpiCard("Visa", "data_only"))).Reason.Code).to.equal("100")
  })

  it("authenticates every other card of four brands, and has codes for the rest", async () => {
    expect((await enroll(cardFor("Amex"))).Authentication).to.include({ Eci: "05", Version: "2.1.0" })
    for (const brand of ["Diners", "Hipercard", "JCB"] as const) {
      const { Status, Reason, Authentication } = await enroll(cardFor(brand))
      expect([Status, Reason.Code, Authentication]).to.deep.equal([0, "MPI600", null])
    }
    await mpi.control.setOptions({ otherCards: "unavailable" })
    expect(await enroll(VISA)).to.include({ Status: 0 })
  })

  it("takes the outcome of a card from its name, or from a test", async () => {
    expect(await enroll(cardFor("Master", "challenge"))).to.include({ Status: 2 })
    expect((await enroll(cardFor("Master", "stand-in"))).Authentication).to.include({ Eci: "01" })
    expect((await enroll(cardFor("Visa", "authentication error"))).Reason.Code).to.equal("MPI900")
    await mpi.control.setOutcome(VISA, "challenge_failure")
    expect(await enroll(VISA)).to.include({ Status: 2 })
    const refused = await mpi.control.setOutcome(VISA, "fine" as never).catch(String)
    expect(refused).to.contain("there is no outcome fine")
  })

  it("answers in camelCase, and without Xid, where it is told to", async () => {
    await mpi.control.setOptions({ spelling: "camel", xid: false })
    const attempt = newAttempt(mpiCard("Visa", "challenge_success"))
    const { access_token: token } = (await caller.token()).body
    const { referenceId } = (await caller.init(token, attempt)).body
    const { status, challenge: asked, reason } = (await caller.enroll({ token, referenceId, browserToken: "" }, attempt)).body
    expect([status, reason.code]).to.deep.equal([2, "475"])
    expect(asked).to.have.all.keys("acsUrl", "pareq", "transactionId")
    await mpi.control.setOptions({ spelling: "pascal" })
    expect((await enroll(VISA)).Authentication.Xid).to.equal(null)
  })

  it("keeps a ledger of each session, with neither a card number nor a secret", async () => {
    const attempt = newAttempt(mpiCard("Visa", "challenge_success"))
    const begun = await caller.begin(attempt)
    const { TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
    await mpi.control.answerChallenge("success")
    const { Authentication } = (await caller.validate(begun, attempt, TransactionId)).body
    const [session] = await mpi.control.ledger()
    const card = await mpi.control.digestOf(attempt.number)
    expect(session).to.include({ order: attempt.order, amount: 4990, card, brand: "Visa", method: "credit", eci: "05" })
    expect(session).to.include({
      reference_id: begun.referenceId,
      transaction_id: TransactionId,
      challenge: "success",
      status: 1,
    })
    expect(session?.steps.map(({ step, status, result }) => [step, status, result])).to.deep.equal([
      ["token", 200, undefined],
      ["init", 200, undefined],
      ["enroll", 200, "2 475"],
      ["acs_answer", 200, "success"],
      ["validate", 200, "1 100"],
    ])
    expect(session?.steps.at(-1)).to.include({ order: attempt.order, amount: 4990, card })
    const shown = JSON.stringify([session, await mpi.control.violations(), await mpi.control.calls()])
    for (const secret of [attempt.number, begun.token, begun.browserToken, Authentication.Cavv])
      expect(shown).not.to.contain(secret)
  })

  for (const [fault, answer, done] of [
    ["cut_before", "cut", 0],
    ["cut_after", "cut", 1],
    ["truncated", "cut", 1],
    ["malformed", "cut", 1],
    ["error_before:401", 401, 0],
    ["error_before:409", 409, 0],
    ["error_before:429", 429, 0],
    ["error_after:503", 503, 1],
    ["slow_after:1", 200, 1],
  ] as const) {
    it(`${fault}: the caller sees ${answer}, and ${done} of 1 cards was enrolled`, async () => {
      const attempt = newAttempt()
      const begun = await caller.begin(attempt)
      await mpi.control.setFaults({ operation: "enroll", order: attempt.order, fault })
      const call = caller.enroll(begun, attempt)
      if (answer === "cut") await expectCut(call)
      else expect((await call.catch(() => ({ status: answer }))).status).to.equal(answer)
      expect((await mpi.control.ledger()).filter(({ status }) => status === 1)).to.have.length(done)
      expect((await mpi.control.calls()).hits).to.deep.equal([{ operation: "enroll", fault, order: attempt.order }])
    })
  }

  it("is three times as slow as usual where it is told to", async () => {
    await mpi.control.setOptions({ delayMs: 20 })
    await mpi.control.setFaults({ fault: "slow", operation: "token" })
    const started = performance.now()
    await caller.token()
    expect(performance.now() - started).to.be.at.least(59)
  })

  it("answers nonsense where it is told to: a challenge with data only, an error, no Cavv, another brand's Eci", async () => {
    const fault = async (name: string, number = VISA, members = {}) => {
      await mpi.control.setFaults({ operation: "enroll", fault: name })
      return enroll(number, members)
    }
    expect(await fault("challenge", VISA, { authNotifyOnly: true })).to.include({ Status: 2 })
    for (const code of ["150", "151", "152", "234", "MPI901"]) {
      const { Status, Reason } = await fault(`reason:${code}`)
      expect([Status, Reason.Code]).to.deep.equal([0, code])
    }
    expect((await fault("no_cavv")).Authentication).to.include({ Cavv: null, Eci: "05" })
    expect((await fault("eci")).Authentication).to.include({ Eci: "02" })
    expect((await fault("eci", cardFor("Master"))).Authentication).to.include({ Eci: "05" })
    expect((await fault("eci:07")).Authentication).to.include({ Eci: "07" })
  })

  it("answers with the session of another order, amount or card where it is told to", async () => {
    const attempt = newAttempt()
    await mpi.control.setFaults({ operation: "init", fault: "another:order", times: 1 })
    const begun = await caller.begin(attempt)
    const [mine, theirs] = await mpi.control.ledger()
    expect(begun.referenceId).to.equal(theirs?.reference_id)
    expect(mine).to.include({ answered_of: theirs?.reference_id, order: attempt.order })
    expect(theirs?.order).not.to.equal(attempt.order)
    await mpi.control.setFaults({ operation: "enroll", fault: "another:amount" })
    expect(await enroll(VISA)).to.include({ Status: 1 })
    expect((await mpi.control.ledger()).at(-1)).to.include({ amount: 5090 })
  })

  it("refuses faults, options and challenges that it does not have", async () => {
    expect(await mpi.control.setFaults({ fault: "fire" }).catch(String)).to.contain("there is no such fault")
    expect(await mpi.control.setFaults({ fault: "slow", operation: "sale" as never }).catch(String)).to.contain(
      "no such operation",
    )
    expect(await mpi.control.setFaults({ fault: "slow", payment: "1" } as never).catch(String)).to.contain("has no payment")
    expect(await mpi.control.setOptions({ port: 1 }).catch(String)).to.contain("there is no option port")
    expect(await mpi.control.answerChallenge("success").catch(String)).to.contain("there is no such challenge")
  })
})
