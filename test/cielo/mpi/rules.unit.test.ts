import { expect } from "chai"
import { cardFor } from "../outcomes.ts"
import { type Mpi, startMpi } from "./mpi.ts"
import { mpiCard } from "./outcomes.ts"
import { type Attempt, BILL_TO, BROWSER_INFO, type MpiCaller, mpiCallerOf, mpiCardOf, newOrder } from "./samples.ts"

const newAttempt = (number = mpiCard("Visa", "frictionless")): Attempt => ({ order: newOrder(), amount: 4990, number })
type Members = Record<string, unknown>

const BY_TOKEN: [rule: string, status: number, members: Members, headers?: Members][] = [
  ["EstablishmentCode must be 10 digits", 400, { EstablishmentCode: "1" }],
  ["EstablishmentCode is required", 400, { EstablishmentCode: undefined }],
  ["MerchantName must be 1 to 25 characters", 400, { MerchantName: "a".repeat(26) }],
  ["MCC must be 4 digits", 400, { MCC: "59" }],
  ["grant_type is not a member that the document has", 400, { grant_type: "client_credentials" }],
  ["the header Content-Type must be application/json", 415, {}, { "Content-Type": "application/x-www-form-urlencoded" }],
  ["Authorization must be Basic, with ClientId:ClientSecret", 401, {}, { Authorization: "Bearer x" }],
]
const BY_INIT: [rule: string, Members][] = [
  ["currency must be 986", { currency: "BRL" }],
  ["orderNumber must be 1 to 50 characters", { orderNumber: "a".repeat(51) }],
  ["amount must be cents of at most 11 digits", { amount: 49.9 }],
  ["amount must be cents of at most 11 digits", { amount: "49.90" }],
  ["amount must be cents of at most 11 digits", { amount: "100000000000" }],
  ["amount is required", { amount: undefined }],
]
const VISA = mpiCard("Visa", "frictionless")
const BY_ENROLL: [rule: string, Members, number?: string][] = [
  ["currency must be BRL", { currency: "986" }],
  ["referenceId must be a GUID", { referenceId: "1" }],
  ["orderNumber must be that of init", { orderNumber: "other" }],
  ["totalAmount must be that of init", { totalAmount: 1 }],
  ["card.cardNumber must be 13 to 19 digits", { card: mpiCardOf("") }],
  ["card.expirationMonth must be 2 digits from 01 to 12", { card: { ...mpiCardOf(VISA), expirationMonth: "1" } }],
  ["card.expirationYear must be 4 digits", { card: { ...mpiCardOf(VISA), expirationYear: "34" } }],
  ["card.paymentMethod must be credit or debit", { card: mpiCardOf(VISA, "Credit") }],
  ["card.securityCode is not a member that the document has", { card: { ...mpiCardOf(VISA), securityCode: "123" } }],
  ["billTo is required", { billTo: undefined }],
  ["billTo.name must be 1 to 120 characters", { billTo: { ...BILL_TO, name: "a".repeat(121) } }],
  [
    "billTo.phoneNumber must be digits with the country's code, such as 5511999999999",
    { billTo: { ...BILL_TO, phoneNumber: "+5511999999999" } },
  ],
  ["billTo.email must be an e-mail address of at most 255 characters", { billTo: { ...BILL_TO, email: "ana" } }],
  ["billTo.street1 must be 1 to 60 characters", { billTo: { ...BILL_TO, street1: "a".repeat(61) } }],
  ["billTo.street2 is required", { billTo: { ...BILL_TO, street2: undefined } }],
  ["billTo.city must be 1 to 50 characters", { billTo: { ...BILL_TO, city: "" } }],
  ["billTo.state must be 2 capital letters", { billTo: { ...BILL_TO, state: "São Paulo" } }],
  ["billTo.zipCode must be at most 8 digits", { billTo: { ...BILL_TO, zipCode: "01310-100" } }],
  ["billTo.country must be BR", { billTo: { ...BILL_TO, country: "BRA" } }],
  ["browserInfo.language is required", { browserInfo: { ...BROWSER_INFO, language: undefined } }],
  ["browserInfo.screenWidth must be a number of pixels", { browserInfo: { ...BROWSER_INFO, screenWidth: "390px" } }],
  ["browserInfo.javaEnabled must be true or false", { browserInfo: { ...BROWSER_INFO, javaEnabled: "no" } }],
  ["installments is not a member that the document has", { installments: 1 }],
  ["device is not a member that the document has", { device: { ipAddress: "203.0.113.7", channel: "Browser" } }],
  ["the device's IP address (device.ipAddress or deviceIpAddress) is required of Visa", { device: undefined }],
  [
    "the device's IP address (device.ipAddress or deviceIpAddress) is required of Elo",
    { device: undefined },
    mpiCard("Elo", "frictionless"),
  ],
  ["the device's IP address must be one", { device: { ipAddress: "localhost" } }],
  [
    "brandEstablishmentCode or brand_establishment_code is required of Amex",
    { brandEstablishmentCode: undefined },
    cardFor("Amex"),
  ],
  ["authNotifyOnly must be true or false", { authNotifyOnly: "true" }],
  ["authNotifyOnly is for Visa and Mastercard", { authNotifyOnly: true }, mpiCard("Elo", "frictionless")],
]
const BY_VALIDATE: [rule: string, Members][] = [
  ["currency must be BRL", { currency: "986" }],
  ["orderNumber must be that of enroll", { orderNumber: "other" }],
  ["totalAmount must be that of enroll", { totalAmount: 1 }],
  ["transactionId must be that of the challenge", { transactionId: "0b9a3f0e-3d55-4c3c-9d3b-0b9a3f0e3d55" }],
  ["card must be that of enroll", { card: mpiCardOf(mpiCard("Visa", "frictionless")) }],
  ["card must be that of enroll", { card: mpiCardOf(mpiCard("Visa", "challenge_success"), "debit") }],
  ["card is required", { card: undefined }],
]

describe("The simulator of Cielo's MPI reads a call", () => {
  let mpi: Mpi
  let caller: MpiCaller
  before(async () => {
    mpi = await startMpi()
    caller = mpiCallerOf(mpi)
  })
  after(() => mpi.close())
  beforeEach(() => mpi.control.reset())

  const expectRefused = async ({ status, body }: { status: number; body: unknown }, expected: number, rule: string) => {
    expect([status, (body as { Message: string }[]).map(({ Message }) => Message)]).to.deep.equal([expected, [rule]])
    expect((await mpi.control.violations()).map(({ messages }) => messages)).to.deep.equal([[rule]])
  }

  for (const [rule, status, members, headers] of BY_TOKEN)
    it(`auth/token refuses, and remembers: ${rule}`, async () => {
      await expectRefused(await caller.token(members, headers), status, rule)
    })

  for (const [rule, members] of BY_INIT)
    it(`init refuses, and remembers: ${rule} (${JSON.stringify(members).slice(0, 30)})`, async () => {
      const { access_token } = (await caller.token()).body
      await expectRefused(await caller.init(access_token, newAttempt(), members), 400, rule)
    })

  for (const [rule, members, number] of BY_ENROLL)
    it(`enroll refuses, and remembers: ${rule}`, async () => {
      const attempt = newAttempt(number)
      await expectRefused(await caller.enroll(await caller.begin(attempt), attempt, members), 400, rule)
    })

  for (const [i, [rule, members]] of BY_VALIDATE.entries())
    it(`validate refuses, and remembers: ${rule} (${i})`, async () => {
      const attempt = newAttempt(mpiCard("Visa", "challenge_success"))
      const begun = await caller.begin(attempt)
      const { TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
      await expectRefused(await caller.validate(begun, attempt, TransactionId, members), 400, rule)
    })

  it("knows the code of a wrong currency and of a missing card, in a list or alone", async () => {
    const attempt = newAttempt()
    const { access_token } = (await caller.token()).body
    expect((await caller.init(access_token, attempt, { currency: "BRL" })).body[0]).to.include({ Code: "Currency" })
    await mpi.control.setOptions({ errors: "object" })
    const { body } = await caller.enroll(await caller.begin(attempt), attempt, { card: undefined })
    await mpi.control.setOptions({ errors: "list" })
    expect(body).to.deep.equal({ Code: "Card", Message: "card is required" })
  })

  it("reads members in any case, digits for numbers, and the IP address where it is told that it is", async () => {
    const attempt = newAttempt()
    const body = { ORDERNUMBER: attempt.order, orderNumber: undefined, Amount: "4990", amount: undefined }
    const { access_token: token } = (await caller.token()).body
    const { ReferenceId: referenceId } = (await caller.init(token, attempt, body)).body
    const moved = { device: undefined, Device: { IP: { Address: "2001:db8::1" } }, TotalAmount: "4990", totalAmount: undefined }
    await mpi.control.setOptions({ ipMember: "device.ip.address" })
    const { status } = await caller.enroll({ token, referenceId, browserToken: "" }, attempt, moved)
    await mpi.control.setOptions({ ipMember: null })
    expect([status, await mpi.control.violations()]).to.deep.equal([200, []])
  })

  it("refuses wrong credentials and unknown tokens with 401, without calling it a violation", async () => {
    const wrong = mpiCallerOf({ ...mpi, credentials: { ...mpi.credentials, client_secret: "c2VjcmV0" } })
    expect((await wrong.token()).status).to.equal(401)
    expect((await caller.init("unknown", newAttempt())).status).to.equal(401)
    expect(await mpi.control.violations()).to.deep.equal([])
    const other = mpiCallerOf({ ...mpi, credentials: await mpi.control.newClient() })
    expect((await other.token()).status).to.equal(200)
  })

  it("has no other paths", async () => {
    expect((await caller.call("3ds/finish", {})).status).to.equal(404)
    expect(await mpi.control.violations()).to.have.length(1)
  })
})

describe("The simulator of Cielo's MPI binds a token to one session", () => {
  let mpi: Mpi
  let caller: MpiCaller
  before(async () => {
    mpi = await startMpi()
    caller = mpiCallerOf(mpi)
  })
  after(() => mpi.close())
  beforeEach(() => mpi.control.reset())
  const CHALLENGED = () => newAttempt(mpiCard("Visa", "challenge_success"))
  const rules = async () => (await mpi.control.violations()).flatMap(({ messages }) => messages)

  it("a second init with the same token gets 409, also for another order", async () => {
    const { token } = await caller.begin(newAttempt())
    expect((await caller.init(token, newAttempt())).status).to.equal(409)
    expect(await rules()).to.deep.equal(["init was called with this token before"])
  })

  it("an order that was used gets another session with another token", async () => {
    const attempt = newAttempt()
    const [first, second] = [await caller.begin(attempt), await caller.begin(attempt)]
    expect(second.referenceId).not.to.equal(first.referenceId)
    expect((await caller.enroll(first, attempt)).status).to.equal(200)
  })

  it("enroll and validate with another token get 409", async () => {
    const attempt = CHALLENGED()
    const [begun, other] = [await caller.begin(attempt), await caller.begin(attempt)]
    expect((await caller.enroll({ ...begun, token: other.token }, attempt)).status).to.equal(409)
    const { TransactionId } = (await caller.enroll(begun, attempt)).body.Challenge
    expect((await caller.validate(other, attempt, TransactionId)).status).to.equal(409)
    expect(await rules()).to.deep.equal([
      "referenceId is not that of this token's init",
      "enroll has not answered with a challenge in this session",
    ])
  })

  it("enroll without init, and validate without a challenge, get 409", async () => {
    const attempt = newAttempt()
    const { access_token: token } = (await caller.token()).body
    const referenceId = (await mpi.control.ledger())[0]!.reference_id
    expect((await caller.enroll({ token, referenceId, browserToken: "" }, attempt)).status).to.equal(409)
    const begun = await caller.begin(attempt)
    await caller.enroll(begun, attempt)
    expect((await caller.validate(begun, attempt, begun.referenceId)).status).to.equal(409)
  })

  it("a second enroll and a second validate get 409, or by option the same answer", async () => {
    const attempt = CHALLENGED()
    const begun = await caller.begin(attempt)
    const first = await caller.enroll(begun, attempt)
    expect((await caller.enroll(begun, attempt)).status).to.equal(409)
    await mpi.control.answerChallenge("success")
    const { TransactionId } = first.body.Challenge
    const validated = await caller.validate(begun, attempt, TransactionId)
    expect((await caller.validate(begun, attempt, TransactionId)).status).to.equal(409)
    await mpi.control.setOptions({ repeats: "accept" })
    const again = await caller.validate(begun, attempt, TransactionId)
    await mpi.control.setOptions({ repeats: "refuse" })
    expect(again).to.deep.equal(validated)
    expect(await rules()).to.deep.equal(["enroll was called with this token before", "the challenge was validated before"])
  })

  it("a token ends: 401", async () => {
    const attempt = newAttempt()
    const begun = await caller.begin(attempt)
    await mpi.control.advance(20 * 60 * 1000)
    expect((await caller.enroll(begun, attempt)).status).to.equal(401)
    expect(await rules()).to.deep.equal([])
  })

  it("the token says its session's id, and when it ends in one of three ways", async () => {
    const { access_token, expires_in } = (await caller.token()).body
    const { ReferenceId } = (await caller.init(access_token, newAttempt())).body
    expect(JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString())).to.include({ ReferenceId })
    expect(expires_in).to.equal(1200)
    await mpi.control.setOptions({ expiresIn: "minutes", tokenStatus: 201 })
    const { status, body } = await caller.token()
    expect([status, body.expires_in]).to.deep.equal([201, 20])
    await mpi.control.setOptions({ expiresIn: "date" })
    expect(Date.parse((await caller.token()).body.expires_in)).to.be.above(Date.now())
    await mpi.control.setOptions({ expiresIn: "seconds", tokenStatus: 200 })
  })
})
