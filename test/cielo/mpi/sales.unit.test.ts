import { expect } from "chai"
import { cardFor } from "../outcomes.ts"
import { callerOf, cardSale, debitSale } from "../samples.ts"
import { spawnCieloWithMpi } from "../spawn.ts"
import { DEFAULTS } from "../types.ts"
import { type CieloWithMpi, startCieloWithMpi } from "./mpi.ts"
import { mpiCard } from "./outcomes.ts"
import { type Attempt, authenticate, mpiCallerOf, newOrder } from "./samples.ts"

const PATH = "Payment.ExternalAuthentication"
const AMOUNT = 15700
type Members = Record<string, unknown>

describe("The simulator of Cielo sells what its MPI has authenticated", () => {
  let cielo: CieloWithMpi
  let caller: ReturnType<typeof callerOf>
  before(async () => {
    cielo = await startCieloWithMpi()
    caller = callerOf(cielo)
  })
  after(() => cielo.close())
  beforeEach(async () => {
    await cielo.control.reset()
    await cielo.mpi.control.reset()
    const { port: _, split: __, seed: ___, ...options } = DEFAULTS
    await cielo.control.setOptions(options)
    await cielo.mpi.control.setOptions({ orderOfSale: "same" })
  })

  const newAttempt = (number = cardFor("Visa"), method: "credit" | "debit" = "credit"): Attempt => ({
    order: newOrder(),
    amount: AMOUNT,
    number,
    method,
  })
  const saleOf = ({ order, number, method }: Attempt, members: Members = {}) => {
    const Brand = number.startsWith("4") ? "Visa" : number.startsWith("5") ? "Master" : number.startsWith("34") ? "Amex" : "Elo"
    const card = { CardNumber: number, Brand, SecurityCode: Brand === "Amex" ? "1234" : "123" }
    const body = method === "debit" ? debitSale({ card, ...members }) : cardSale({ card, ...members })
    return { ...body, MerchantOrderId: order }
  }
  const broken = async () => (await cielo.control.violations()).flatMap(({ messages }) => messages)

  it("an authenticated sale, which repeats what was sent and says which Eci was taken", async () => {
    const attempt = newAttempt()
    const authenticated = await authenticate(cielo, attempt)
    const { status, body } = await caller.sell(saleOf(attempt, authenticated))
    const { ReferenceID: ReferenceId, ...others } = authenticated.ExternalAuthentication
    expect([status, body.Payment.Status, body.Payment.Eci]).to.deep.equal([201, 2, "05"])
    expect(body.Payment.ExternalAuthentication).to.deep.equal({ ...others, ReferenceId })
    expect((await caller.query(body.Payment.PaymentId)).body.Payment).to.deep.equal(body.Payment)
    expect((await cielo.mpi.control.ledger())[0]).to.include({ sale: body.Payment.PaymentId })
    expect([await broken(), await cielo.mpi.control.violations()]).to.deep.equal([[], []])
  })

  it("with a weaker Eci than what was sent, by option or by fault, and without it in older answers", async () => {
    const eciOf = async (number: string) => {
      const attempt = newAttempt(number)
      return (await caller.sell(saleOf(attempt, await authenticate(cielo, attempt)))).body.Payment.Eci
    }
    await cielo.control.setFaults({ operation: "card", fault: "eci:06", times: 1 })
    expect(await eciOf(cardFor("Visa"))).to.equal("06")
    await cielo.control.setOptions({ eciTaken: "weaker" })
    expect([await eciOf(cardFor("Visa")), await eciOf(cardFor("Master"))]).to.deep.equal(["07", "00"])
    await cielo.control.setOptions({ older: true })
    expect(await eciOf(cardFor("Visa"))).to.equal(undefined)
  })

  it("after a challenge, of every brand, and with the Eci as a number, or with as many digits as it is told", async () => {
    for (const number of [cardFor("Visa", "challenge"), cardFor("Master"), cardFor("Elo"), cardFor("Amex")]) {
      const attempt = newAttempt(number)
      const { Authenticate, ExternalAuthentication } = await authenticate(cielo, attempt)
      const Eci = Number(ExternalAuthentication.Eci)
      const sale = saleOf(attempt, { Authenticate, ExternalAuthentication: { ...ExternalAuthentication, Eci } })
      expect((await caller.sell(sale)).status).to.equal(201)
    }
    await cielo.control.setOptions({ eciDigits: 1 })
    const attempt = newAttempt()
    const { Authenticate, ExternalAuthentication } = await authenticate(cielo, attempt)
    const { status, body } = await caller.sell(saleOf(attempt, { Authenticate, ExternalAuthentication }))
    expect([status, body[0].Message]).to.deep.equal([400, `${PATH}.Eci must be 1 digits`])
    const short = { ...ExternalAuthentication, Eci: "5" }
    expect((await caller.sell(saleOf(attempt, { Authenticate, ExternalAuthentication: short }))).status).to.equal(201)
    expect(await broken()).to.deep.equal([])
  })

  it("data only, and what was not authenticated, without an authentication", async () => {
    const attempt = newAttempt(mpiCard("Visa", "data_only"))
    const dataOnly = await authenticate(cielo, attempt, { authNotifyOnly: true })
    expect(dataOnly).to.deep.nested.include({ Authenticate: false, "ExternalAuthentication.DataOnly": true })
    expect((await caller.sell(saleOf(attempt, dataOnly))).status).to.equal(201)
    const other = newAttempt(cardFor("Visa", "not enrolled"))
    const refused = await authenticate(cielo, other)
    expect(refused.ExternalAuthentication).to.have.all.keys("Eci", "Version", "ReferenceID")
    expect((await caller.sell(saleOf(other, refused))).status).to.equal(201)
    expect(await broken()).to.deep.equal([])
  })

  const WRONG: [rule: string, (given: Members, foreign: Members) => Members][] = [
    [`${PATH} is required where Authenticate is true`, () => ({ ExternalAuthentication: undefined })],
    [`${PATH}.Cavv is required where Authenticate is true`, (given) => changed(given, { Cavv: undefined })],
    [`${PATH}.Eci is required`, (given) => changed(given, { Eci: undefined })],
    [`${PATH}.Version is required`, (given) => changed(given, { Version: undefined })],
    [`${PATH}.ReferenceID is required`, (given) => changed(given, { ReferenceID: undefined })],
    [`${PATH}.ReferenceID must be a GUID`, (given) => changed(given, { ReferenceID: "1" })],
    [`${PATH}.Provider is not a member that the document has`, (given) => changed(given, { Provider: "Cielo30" })],
    [`${PATH}.DataOnly must be true`, (given) => changed(given, { DataOnly: false })],
    ["Payment.Authenticate must be false where DataOnly is true", (given) => changed(given, { DataOnly: true })],
    [`${PATH}.Cavv is not one that the MPI has answered`, (given) => changed(given, { Cavv: "AAABBBCCC" })],
    [`${PATH}.Cavv is not what the MPI has answered in this session`, (given, { Cavv }) => changed(given, { Cavv })],
    [`${PATH}.Xid is not what the MPI has answered in this session`, (given) => changed(given, { Xid: undefined })],
    [`${PATH}.Eci is not what the MPI has answered in this session`, (given) => changed(given, { Eci: "06" })],
    [`${PATH}.Version is not what the MPI has answered in this session`, (given) => changed(given, { Version: "2" })],
    [
      `${PATH}.ReferenceID is not that of a session in which the MPI was asked about a card`,
      (given) => changed(given, { ReferenceID: "0b9a3f0e-3d55-4c3c-9d3b-0b9a3f0e3d55" }),
    ],
    [`${PATH} is of a session with another amount`, () => ({ Amount: AMOUNT + 1 })],
    [`${PATH} is of a session with another card`, () => ({ card: { CardNumber: "4111111111111111" } })],
    ["Payment.SolutionType is for Elo", () => ({ SolutionType: "ExternalLinkPay" })],
    ["Payment.ReturnUrl must be a URL of at most 1024 characters", () => ({ ReturnUrl: "shop.example" })],
  ]
  const changed = (given: Members, members: Members) => ({ ExternalAuthentication: { ...given, ...members } })

  for (const [rule, change] of WRONG)
    it(`refuses, and remembers: ${rule}`, async () => {
      const [attempt, other] = [newAttempt(), newAttempt()]
      const { Authenticate, ExternalAuthentication } = await authenticate(cielo, attempt)
      const foreign = (await authenticate(cielo, other)).ExternalAuthentication
      const sale = saleOf(attempt, { Authenticate, ExternalAuthentication, ...change(ExternalAuthentication, foreign) })
      expect(await caller.sell(sale)).to.deep.equal({ status: 400, body: [{ Code: 126, Message: rule }] })
      expect([await broken(), await cielo.control.ledger()]).to.deep.equal([[rule], []])
    })

  it("refuses the session of another order, and one that another sale was made with", async () => {
    const attempt = newAttempt()
    const authenticated = await authenticate(cielo, attempt)
    const elsewhere = { ...saleOf(attempt, authenticated), MerchantOrderId: newOrder() }
    expect((await caller.sell(elsewhere)).status).to.equal(400)
    expect((await caller.sell(saleOf(attempt, authenticated))).status).to.equal(201)
    expect((await caller.sell(saleOf(attempt, authenticated))).status).to.equal(400)
    expect(await broken()).to.deep.equal([`${PATH} is of a session with another order`, `${PATH} was used by another sale`])
    await cielo.mpi.control.setOptions({ orderOfSale: "any" })
    const again = newAttempt()
    const sale = { ...saleOf(again, await authenticate(cielo, again)), MerchantOrderId: newOrder() }
    expect((await caller.sell(sale)).status).to.equal(201)
  })

  it("refuses a sale that says less or more than the MPI did", async () => {
    const [proved, refused, dataOnly] = [newAttempt(), newAttempt(cardFor("Visa", "not enrolled")), newAttempt()]
    const { Eci, Version, ReferenceID } = (await authenticate(cielo, proved)).ExternalAuthentication
    const less = { Authenticate: false, ExternalAuthentication: { Eci, Version, ReferenceID } }
    await caller.sell(saleOf(proved, less))
    const { ExternalAuthentication } = await authenticate(cielo, refused)
    await caller.sell(saleOf(refused, { ExternalAuthentication: { ...ExternalAuthentication, Cavv: "AAAA" } }))
    const more = { ...ExternalAuthentication, Cavv: "AAAA", Eci: "05" }
    await caller.sell(saleOf(refused, { Authenticate: true, ExternalAuthentication: more }))
    const { DataOnly: _, ...data } = (await authenticate(cielo, dataOnly, { authNotifyOnly: true })).ExternalAuthentication
    await caller.sell(saleOf(dataOnly, { Authenticate: true, ExternalAuthentication: data }))
    const messages = await broken()
    expect(messages).to.include("Payment.Authenticate must be true, as the MPI has answered Status 1")
    expect(messages).to.include(`${PATH}.Cavv must be left out where the payer was not authenticated`)
    expect(messages).to.include("Payment.Authenticate must be false, as the MPI has answered Status 0")
    expect(await cielo.control.ledger()).to.deep.equal([])
  })

  it("refuses a challenge that was not validated, another brand's Eci, and what was answered of another session", async () => {
    const attempt = newAttempt(cardFor("Visa", "challenge"))
    const begun = await mpiCallerOf(cielo.mpi).begin(attempt)
    await mpiCallerOf(cielo.mpi).enroll(begun, attempt)
    const guess = { Cavv: "AAAA", Eci: "05", Version: "2.2.0", ReferenceID: begun.referenceId }
    await caller.sell(saleOf(attempt, { Authenticate: true, ExternalAuthentication: guess }))
    await cielo.mpi.control.setFaults(
      { operation: "enroll", fault: "eci", times: 1 },
      { operation: "enroll", fault: "another:order" },
    )
    for (const other of [newAttempt(), newAttempt()]) await caller.sell(saleOf(other, await authenticate(cielo, other)))
    expect(await broken()).to.deep.equal([
      "the challenge was not validated",
      `${PATH}.Eci is not that of an authenticated Visa`,
      `${PATH}.Cavv is not what the MPI has answered in this session`,
      `${PATH}.Xid is not what the MPI has answered in this session`,
    ])
  })

  it("authenticates a saved card by the number that it was saved with", async () => {
    const attempt = newAttempt()
    const saved = await caller.sell(cardSale({ card: { CardNumber: attempt.number, SaveCard: true } }))
    const byToken = { CardToken: saved.body.Payment.CreditCard.CardToken, Brand: "Visa" }
    const sale = { ...saleOf(attempt, { ...(await authenticate(cielo, attempt)), CreditCard: byToken }) }
    expect((await caller.sell(sale)).status).to.equal(201)
  })

  it("refuses a sale with a code that asks for an authentication, and approves it with one", async () => {
    const [attempt, failing] = [cardFor("Visa", "soft decline"), cardFor("Visa", "soft decline, challenge failure")].map((each) =>
      newAttempt(each),
    ) as [Attempt, Attempt]
    expect((await caller.sell(saleOf(attempt))).body.Payment).to.include({ Status: 3, ReturnCode: "1A" })
    await cielo.control.setOptions({ softDeclineCode: "65" })
    expect((await caller.sell(saleOf({ ...attempt, order: newOrder() }))).body.Payment).to.include({ ReturnCode: "65" })
    const next = { ...attempt, order: newOrder() }
    const { body } = await caller.sell(saleOf(next, await authenticate(cielo, next)))
    expect(body.Payment).to.include({ Status: 2, ReturnCode: "00" })
    expect((await caller.sell(saleOf(failing, await authenticate(cielo, failing)))).body.Payment).to.include({ Status: 3 })
  })

  it("works as a process of its own, too", async () => {
    const other = await spawnCieloWithMpi({ eciTaken: "weaker" }, { spelling: "pascal", otherCards: "stand_in" })
    try {
      const attempt = newAttempt()
      const authenticated = await authenticate(other, attempt)
      expect(authenticated.ExternalAuthentication).to.include({ Eci: "06" })
      const { body } = await callerOf(other).sell(saleOf(attempt, authenticated))
      expect(body.Payment).to.include({ Status: 2, Eci: "07" })
      expect(await other.mpi.control.ledger()).to.have.length(1)
    } finally {
      await other.close()
    }
  })
})
