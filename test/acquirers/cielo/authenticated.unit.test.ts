// Sales at Cielo whose payer was authenticated, and debit cards, at a server whose answers the test decides.
import { expect } from "chai"
import type { AcquirerAddresses } from "../../../src/acquirers/addresses.ts"
import type { AuthenticationProof } from "../../../src/acquirers/authentication.ts"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import type { CardSale, SaleOutcome } from "../../../src/acquirers/sale.ts"
import { type Sink, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { cardOf, cardSale, openCielo } from "./open.ts"

const NUMBER = "4000000000002701"
const ID = "24bc8366-fc31-4d6c-8555-17049a836a07"
const never = new AbortController().signal
const PROOF: AuthenticationProof = {
  session: "e91f11b4-7d42-4b0e-9a63-c1e10a5b0001",
  cavv: "AAABAWFlmQAAAABjRWWZEEFgFz8=",
  xid: "eGlk",
  eci: "05",
  version: "2.2.0",
  data_only: false,
}
const SENT = { Cavv: PROOF.cavv, Xid: "eGlk", Eci: "05", Version: "2.2.0", ReferenceID: PROOF.session }
const AUTHENTICATED = { result: "authenticated", eci: "05", version: "2.2.0", liability_shifted: true }

describe("A sale at Cielo with 3-D Secure", () => {
  let bank: Sink
  let ca: string[]
  let answers: [status: number, body: unknown][]
  before(async () => {
    ca = [(await testAuthority()).cert]
    bank = await startSink((_request, response) => {
      const [status, body] = answers.shift()!
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
  })
  after(() => bank.close())
  beforeEach(() => bank.received.splice(0))

  const open = (addresses: Partial<AcquirerAddresses> = {}) =>
    openCielo({ url: `https://localhost:${bank.port}` }, { kind: cieloKind({ ca }), addresses }).acquirer
  const paid = (more: object = {}, Type = "CreditCard") => ({
    Payment: { PaymentId: ID, Type, Status: 2, Amount: 4990, CapturedAmount: 4990, ...more },
  })
  const payments = () => bank.received.filter(({ body }) => body.length > 0).map(({ body }) => JSON.parse(String(body)).Payment)

  async function sell(more: Partial<CardSale>, next: typeof answers, addresses = {}) {
    answers = next
    const outcome = await open(addresses).authorize(cardSale(cardOf(NUMBER), more), never)
    return outcome as SaleOutcome & { three_d_secure?: object; wants_authentication?: boolean }
  }
  const sent = async (more: Partial<CardSale>) => {
    await sell(more, [[201, paid()]])
    return payments().at(-1)
  }
  const debit = (brand = "visa") => cardOf(NUMBER, brand, { funding: "debit" })

  it("carries the authentication as the MPI gave it", async () => {
    const payment = await sent({ authentication: PROOF })
    expect(payment).to.deep.include({ Type: "CreditCard", Authenticate: true, ExternalAuthentication: SENT })
    const { Xid: _, ...without } = SENT
    expect((await sent({ authentication: { ...PROOF, xid: null } })).ExternalAuthentication).to.deep.equal(without)
  })

  it("says that nobody was authenticated where that is so, without the values of an authentication", async () => {
    const { Eci: _, Cavv: __, Xid: ___, ...rest } = SENT
    const table: [AuthenticationProof | undefined, object | undefined][] = [
      [undefined, undefined],
      [{ ...PROOF, cavv: null, xid: null, eci: null }, undefined],
      [
        { ...PROOF, cavv: null, xid: null, eci: "07" },
        { ...rest, Eci: "07" },
      ],
      // An indicator of another brand, and one whose value is missing, would say more than was proven.
      [{ ...PROOF, eci: "02" }, undefined],
      [{ ...PROOF, cavv: null }, undefined],
      [
        { ...PROOF, eci: "07", data_only: true },
        { ...SENT, Eci: "07", DataOnly: true },
      ],
    ]
    for (const [authentication, expected] of table) {
      const payment = await sent(authentication ? { authentication } : {})
      expect(payment.Authenticate).to.equal(false)
      expect(payment.ExternalAuthentication).to.deep.equal(expected)
    }
    expect((await sent({ authentication: PROOF, card_on_file: "recurring" })).Authenticate).to.equal(false)
  })

  it("shifts the liability unless the network took a weaker indicator than was sent", async () => {
    const table: [brand: string, sent: string, taken: unknown, result: string, eci: string, shifts: boolean][] = [
      ["visa", "05", undefined, "authenticated", "05", true],
      ["visa", "05", "05", "authenticated", "05", true],
      ["visa", "05", 5, "authenticated", "05", true],
      ["visa", "05", "06", "authenticated", "06", false],
      ["visa", "05", "07", "authenticated", "07", false],
      ["visa", "06", "06", "attempted", "06", true],
      ["visa", "06", "07", "attempted", "07", false],
      ["mastercard", "02", "2", "authenticated", "02", true],
      ["mastercard", "02", "00", "authenticated", "00", false],
      ["mastercard", "01", "1", "attempted", "01", true],
    ]
    for (const [brand, eci, taken, result, shown, liability_shifted] of table) {
      const more = { card: cardOf(NUMBER, brand), authentication: { ...PROOF, eci } }
      const outcome = await sell(more, [[201, paid({ Eci: taken })]])
      const expected = { result, eci: shown, version: "2.2.0", liability_shifted }
      expect(outcome.three_d_secure, `${brand} ${eci} ${taken}`).to.deep.equal(expected)
    }
    const only = await sell({ authentication: { ...PROOF, data_only: true, eci: "07" } }, [[201, paid()]])
    expect(only.three_d_secure).to.include({ result: "data_only", liability_shifted: false })
    const none = await sell({ authentication: { ...PROOF, cavv: null, eci: "07" } }, [[201, paid({ Eci: "07" })]])
    expect(none).to.include({ result: "approved" }).and.not.have.property("three_d_secure")
  })

  it("tells it of refusals too, and when it is looked up", async () => {
    const refused = await sell({ authentication: PROOF }, [[201, paid({ Status: 3, ReturnCode: "51" })]])
    expect(refused).to.deep.include({ result: "refused", code: "insufficient_funds", three_d_secure: AUTHENTICATED })
    const echo = { ExternalAuthentication: { ...SENT, Eci: 5 }, Authenticate: true, Eci: "07" }
    const shown = paid({ ...echo, DebitCard: { Brand: "Visa" } }, "DebitCard")
    answers = [
      [200, { Payments: [{ PaymentId: ID }] }],
      [200, shown],
    ]
    const found = await open().lookUp("acct_1", "order1", never)
    expect(found).to.deep.include({
      result: "approved",
      three_d_secure: { ...AUTHENTICATED, eci: "07", liability_shifted: false },
    })
    answers = [
      [200, { Payments: [{ PaymentId: ID }] }],
      [200, paid({ ...echo, Authenticate: false, CreditCard: { Brand: "Visa" } })],
    ]
    expect(await open().lookUp("acct_1", "order1", never)).to.not.have.property("three_d_secure")
  })

  it("goes once more with an indicator of one digit where Cielo refuses that of two, and nothing was made", async () => {
    const wrong: [number, unknown] = [400, [{ Code: 999, Message: "Payment.ExternalAuthentication.Eci is invalid" }]]
    const outcome = await sell({ authentication: PROOF }, [wrong, [404, ""], [201, paid()]])
    expect(outcome).to.deep.include({ result: "approved", three_d_secure: AUTHENTICATED })
    expect(payments().map((each) => each.ExternalAuthentication.Eci)).to.deep.equal(["05", "5"])
    expect(bank.received[1]!.path).to.contain("merchantOrderId=")
    const twice = await sell({ authentication: PROOF }, [wrong, [200, { Payments: [] }], wrong])
    expect(twice).to.include({ result: "refused", charge: null, code: "processing_error" })
    const there = await sell({ authentication: PROOF }, [wrong, [200, { Payments: [{ PaymentId: ID }] }]])
    expect(there).to.deep.equal({ result: "unknown" })
    bank.received.splice(0)
    await sell({ authentication: { ...PROOF, eci: "5" } }, [wrong])
    expect(bank.received).to.have.lengthOf(1)
  })

  it("takes any 400 for a refusal of the indicator, unless it is configured otherwise", async () => {
    const invalid: [number, unknown] = [400, [{ Code: 126, Message: "Expiration Date is invalid" }]]
    const sent = async (next: [number, unknown][], addresses = {}) => {
      bank.received.splice(0)
      const { result } = await sell({ authentication: PROOF }, next, addresses)
      return [result, ...payments().map((each) => each.ExternalAuthentication.Eci)]
    }
    expect(await sent([invalid, [404, ""], [201, paid()]])).to.deep.equal(["approved", "05", "5"])
    expect(await sent([invalid], { cieloShortEci: "after_named_400" })).to.deep.equal(["refused", "05"])
    expect(await sent([[201, paid()]], { cieloShortEci: "always" })).to.deep.equal(["approved", "5"])
    expect(await sent([invalid], { cieloShortEci: "always" })).to.deep.equal(["refused", "5"])
  })

  it("has an address to return to only where one is configured, and its payer was authenticated", async () => {
    const returnUrlOf = async (authentication: object | undefined, addresses = {}) => {
      await sell(authentication ? { authentication: { ...PROOF, ...authentication } } : {}, [[201, paid()]], addresses)
      return payments().at(-1)!.ReturnUrl
    }
    const configured = { cieloReturnUrl: "https://pay.example/back" }
    expect(await returnUrlOf({})).to.equal(undefined)
    expect(await returnUrlOf({}, configured)).to.equal("https://pay.example/back")
    expect(await returnUrlOf({ data_only: true, eci: "07" }, configured)).to.equal(undefined)
    expect(await returnUrlOf(undefined, configured)).to.equal(undefined)
  })

  it("wants an authentication after the codes that are configured for it", async () => {
    const wanted = async (ReturnCode: string, addresses = {}) =>
      (await sell({}, [[201, paid({ Status: 3, ReturnCode })]], addresses)).wants_authentication
    for (const code of ["1A", "AI"]) expect(await wanted(code), code).to.equal(true)
    for (const code of ["05", "51", "65"]) expect(await wanted(code), code).to.equal(undefined)
    const codes = { cieloAuthenticationCodes: ["65", "14"] }
    expect([await wanted("65", codes), await wanted("1A", codes)]).to.deep.equal([true, undefined])
    // The issuer will never accept this card.
    expect(await wanted("14", codes)).to.equal(undefined)
    answers = [
      [200, { Payments: [{ PaymentId: ID }] }],
      [200, paid({ Status: 3, ReturnCode: "1A" })],
    ]
    expect(await open().lookUp("acct_1", "order1", never)).to.include({ wants_authentication: true })
  })

  it("by debit card is charged at once, and has members of its own", async () => {
    const outcome = await sell({ card: debit(), authentication: PROOF }, [[201, paid({ Tid: "tid1" }, "DebitCard")]])
    expect(outcome).to.deep.include({ result: "approved", captured: 4990, three_d_secure: AUTHENTICATED })
    expect(outcome).to.have.nested.property("references.tid", "tid1")
    expect(payments()[0]).to.deep.equal({
      Type: "DebitCard",
      Amount: 4990,
      Currency: "BRL",
      Country: "BRA",
      Authenticate: true,
      ExternalAuthentication: SENT,
      SoftDescriptor: "LojadoJoao",
      DebitCard: {
        CardNumber: NUMBER,
        Holder: "MARIA J CONCEICAO",
        ExpirationDate: "07/2041",
        SecurityCode: "739",
        Brand: "Visa",
      },
    })
  })

  it("by debit card is never sent without an authentication, of another brand, in installments or to be captured later", async () => {
    const proofs = [
      undefined,
      { ...PROOF, cavv: null },
      { ...PROOF, eci: "07" },
      { ...PROOF, eci: "02" },
      { ...PROOF, data_only: true },
    ]
    for (const authentication of proofs) {
      const more = { card: debit(), ...(authentication && { authentication }) }
      expect(await sell(more, [])).to.include({ result: "refused", charge: null, code: "authentication_failed" })
    }
    const refusals: [Partial<CardSale>, string][] = [
      [{ card: debit("amex") }, "card_declined"],
      [{ card: debit("hipercard") }, "card_declined"],
      [{ installments: 2 }, "processing_error"],
      [{ capture_later: true }, "processing_error"],
    ]
    for (const [more, code] of refusals)
      expect(await sell({ card: debit(), authentication: PROOF, ...more }, [])).to.include({ result: "refused", code })
    const withoutElo = { cieloDebitBrands: ["visa", "mastercard"] }
    const elo = { card: debit("elo"), authentication: PROOF }
    expect(await sell(elo, [], withoutElo)).to.include({ result: "refused", code: "card_declined" })
    expect(bank.received).to.have.lengthOf(0)
    expect(await sell(elo, [[201, paid({}, "DebitCard")]])).to.include({ result: "approved" })
  })

  it("by debit card is refunded from the next day of São Paulo on, and in parts only once", () => {
    const { refundRule } = open()
    const at = (time: string) => Date.parse(time) / 1000
    const rule = (time: string) => refundRule!({ funding: "debit", captured_at: at(time) })
    expect(rule("2026-11-29T12:00:00-03:00")).to.deep.equal({ from: at("2026-11-30T00:10:00-03:00"), once: true })
    expect(rule("2026-11-30T02:59:59Z").from).to.equal(at("2026-11-30T00:10:00-03:00"))
    expect(rule("2026-11-30T03:00:00Z").from).to.equal(at("2026-12-01T00:10:00-03:00"))
    for (const funding of ["credit", null] as const)
      expect(refundRule!({ funding, captured_at: at("2026-11-29T12:00:00Z") })).to.deep.equal({ from: 0, once: false })
  })

  it("by debit card is refunded later where Cielo refuses only because it is too early", async () => {
    const order = { reference: "r1", account: "acct_1", charge: ID, type: "card" as const, amount: 1000, gone_back_before: 0 }
    const day = (offset: number) => new Date(Date.now() - 3 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
    const refund = async (ReturnCode: string, days: number, type = "DebitCard") => {
      answers = [
        [200, { Status: 2, ReturnCode }],
        [200, paid({ CapturedDate: `${day(-days)} 00:00:01` }, type)],
      ]
      return (await open().refund(order, never)).result
    }
    expect(await refund("72", 0)).to.equal("unavailable")
    expect(await refund("72", 2)).to.equal("refused")
    expect(await refund("72", 0, "CreditCard")).to.equal("refused")
  })

  it("by debit card is not refunded where Cielo takes no refund of it, whatever code it gives from the next day on", async () => {
    const order = { reference: "r1", account: "acct_1", charge: ID, type: "card" as const, amount: 1000, gone_back_before: 0 }
    for (const code of ["41", "53", "55", "56", "72", "100", "101", "103", "475"])
      for (const [status, body] of [
        [200, { Status: 2, ReturnCode: code }],
        [400, [{ Code: Number(code) }]],
      ] as const) {
        answers = [
          [status, body],
          [200, paid({ CapturedDate: "2026-11-02 10:00:00" }, "DebitCard")],
        ]
        expect((await open().refund(order, never)).result, `${status} ${code}`).to.equal("refused")
      }
  })
})
