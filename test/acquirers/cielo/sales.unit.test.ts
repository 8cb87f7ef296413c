// Sales at the simulator of Cielo, which refuses what Cielo's document does not allow.
import { expect } from "chai"
import type { CardOnFile, SaleOutcome } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Brand } from "../../cielo/rules/cards.ts"
import { cardOf, cardSale, openCielo, PAYER } from "./open.ts"

const never = new AbortController().signal
const BRANDS: Record<string, Brand> = {
  visa: "Visa",
  mastercard: "Master",
  amex: "Amex",
  elo: "Elo",
  aura: "Aura",
  jcb: "JCB",
  diners: "Diners",
  discover: "Discover",
  hipercard: "Hipercard",
}

/** Codes that mean the same for all brands. */
const EVERYWHERE = {
  insufficient_funds: ["51", "70", "DM"],
  expired_card: ["54"],
  card_declined: ["05", "57", "01", "30", "58", "61", "65", "77", "83", "15", "78", "R0"],
}
/** Codes that mean something else for one brand. */
const OF_BRANDS: [brand: string, code: string, ours: string][] = [
  ["amex", "116", "insufficient_funds"],
  ["amex", "121", "insufficient_funds"],
  ["amex", "A5", "insufficient_funds"],
  ["visa", "116", "card_declined"],
  ["amex", "101", "expired_card"],
  ["amex", "BV", "expired_card"],
  ["elo", "101", "card_declined"],
  ["visa", "82", "incorrect_cvc"],
  ["visa", "N7", "incorrect_cvc"],
  ["visa", "63", "card_declined"],
  ["elo", "82", "incorrect_cvc"],
  ["elo", "63", "incorrect_cvc"],
  ["mastercard", "82", "card_declined"],
  ["visa", "04", "card_declined"],
]
const UNPROCESSED = ["91", "96", "98", "99", "999", "AA", "AE", "A1", "911", "912", "BP900", "BP901"]
const IRREVERSIBLE = ["04", "07", "12", "14", "15", "41", "43", "46", "57", "62", "78", "R0", "R1", "R3"]

describe("Sales at Cielo", () => {
  let cielo: Cielo
  let opened: ReturnType<typeof openCielo>
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0 })
    opened = openCielo(cielo)
  })
  after(async () => {
    expect(await cielo.control.violations()).to.deep.equal([])
    await cielo.close()
  })
  afterEach(() => cielo.control.setFaults())

  const charge = (brand: string, name?: string, more = {}) =>
    opened.acquirer.authorize(cardSale(cardOf(cardFor(BRANDS[brand]!, name), brand), more), never)
  const lookUp = (reference: string) => opened.acquirer.lookUp("acct_1", reference, never)
  const refusal = async (brand: string, name: string) =>
    (await charge(brand, name)) as Extract<SaleOutcome, { result: "refused" }>
  const soldAs = async (reference: string) => (await cielo.control.ledger()).filter(({ order_id }) => order_id === reference)

  it("are approved for every brand that Cielo has, and refused for a brand that it does not have", async () => {
    for (const brand of Object.keys(BRANDS)) expect(await charge(brand), brand).to.include({ result: "approved", captured: 4990 })
    const unknown = cardSale(cardOf("4111111111111111", "unknown"))
    expect(await opened.acquirer.authorize(unknown, never)).to.include({ result: "refused", charge: null, code: "card_declined" })
    expect(await soldAs(unknown.reference)).to.deep.equal([])
  })

  it("are not made in another currency", async () => {
    const sale = cardSale(cardOf("4111111111111111"), { currency: "usd" })
    expect(await opened.acquirer.authorize(sale, never)).to.include({ result: "refused", code: "processing_error" })
    expect(await soldAs(sale.reference)).to.deep.equal([])
  })

  it("tell each code of a refusal as one of ours", async () => {
    for (const [ours, codes] of Object.entries(EVERYWHERE))
      for (const code of codes) expect(await refusal("hipercard", code), code).to.include({ result: "refused", code: ours })
    for (const [brand, code, ours] of OF_BRANDS) expect((await refusal(brand, code)).code, `${brand} ${code}`).to.equal(ours)
  })

  it("that could not be processed can be retried by who is there, and count as refused where nobody is", async () => {
    const recurring = { card_on_file: "recurring" as const }
    for (const [brand, code] of [["elo", "04"], ...UNPROCESSED.map((code) => ["hipercard", code])] as [string, string][]) {
      const card = cardOf(cardFor(BRANDS[brand]!, code), brand)
      const sale = cardSale(card)
      expect(await opened.acquirer.authorize(sale, never), code).to.deep.equal({ result: "unavailable" })
      const refused = await opened.acquirer.authorize(cardSale({ ...card, cvc: undefined }, recurring), never)
      expect(refused, code).to.include({ result: "refused", code: "processing_error" })
      expect(await lookUp(sale.reference), code).to.include({ result: "refused", code: "processing_error" })
    }
  })

  it("say which cards the issuer will never accept", async () => {
    for (const code of IRREVERSIBLE) expect((await refusal("visa", code)).irreversible, code).to.equal(true)
    for (const code of ["05", "51", "54"]) expect((await refusal("visa", code)).irreversible, code).to.equal(undefined)
    // Elo's 04 asks to make the sale again.
    const elo = cardSale(cardOf(cardFor("Elo", "04"), "elo", { cvc: undefined }), { card_on_file: "recurring" })
    expect(await opened.acquirer.authorize(elo, never)).to.not.have.property("irreversible")
    for (const advice of ["advice 03", "advice 21", "91 with advice 03"])
      expect((await refusal("mastercard", advice)).irreversible, advice).to.equal(true)
    expect((await refusal("mastercard", "advice 24")).irreversible).to.equal(undefined)
  })

  it("keep the charge of a refusal, and find it again", async () => {
    const sale = cardSale(cardOf(cardFor("Elo", "63"), "elo"))
    const outcome = await opened.acquirer.authorize(sale, never)
    const [booked] = await soldAs(sale.reference)
    expect(outcome).to.include({ charge: booked!.payment_id, code: "incorrect_cvc" })
    expect(await lookUp(sale.reference)).to.deep.equal(outcome)
  })

  it("follow the networks' rules for cards on file, for the brands that have them", async () => {
    for (const brand of ["visa", "mastercard", "elo", "amex", "hipercard"])
      for (const card_on_file of ["first", "unscheduled", "recurring"] as CardOnFile[]) {
        const saved = card_on_file === "first" ? {} : { cvc: undefined }
        const sale = cardSale(cardOf(cardFor(BRANDS[brand]!), brand, saved), { card_on_file })
        expect(await opened.acquirer.authorize(sale, never), `${brand} ${card_on_file}`).to.include({ result: "approved" })
      }
  })

  it("are made in installments", async () => {
    expect(await charge("visa", "approved", { installments: 12 })).to.include({ result: "approved" })
  })

  it("wait for Cielo where it has not decided, and are found decided", async () => {
    await cielo.control.setFaults({ fault: "undecided:60000", operation: "card", times: 1 })
    const sale = cardSale(cardOf("4111111111111111"))
    const outcome = (await opened.acquirer.authorize(sale, never)) as { result: string; charge: string }
    expect(outcome.result).to.equal("pending")
    expect(await lookUp(sale.reference)).to.deep.equal(outcome)
    await cielo.control.advance(60_000)
    expect(await lookUp(sale.reference)).to.include({ result: "approved", charge: outcome.charge })
  })

  it("tell the amount and the currency that Cielo took, not those that were asked", async () => {
    await cielo.control.setFaults({ fault: "short:90", operation: "card", times: 1 })
    expect(await charge("visa")).to.include({ result: "approved", captured: 4900 })
    await cielo.control.setFaults({ fault: "currency:USD", operation: "card", times: 1 })
    expect(await charge("visa")).to.include({ result: "approved", currency: "usd" })
  })

  it("are found with everything that Cielo took under the same reference", async () => {
    const sale = cardSale(cardOf("4111111111111111"))
    await opened.acquirer.authorize(sale, never)
    await opened.acquirer.authorize(sale, never)
    const [first, second] = await soldAs(sale.reference)
    const outcome = (await lookUp(sale.reference)) as Extract<SaleOutcome, { result: "approved" }>
    const charges = [outcome.charge, ...outcome.duplicates!.map(({ charge }) => charge)]
    expect(charges.toSorted()).to.deep.equal([first!.payment_id, second!.payment_id].toSorted())
    expect(outcome.duplicates![0]).to.include({ captured: 4990, currency: "brl" })
  })

  it("tell of both sales, where the request arrives twice and only the second one gets its answer", async () => {
    const sale = cardSale(cardOf("4111111111111111"))
    await opened.acquirer.authorize(sale, never)
    const outcome = (await opened.acquirer.authorize(sale, never)) as Extract<SaleOutcome, { result: "approved" }>
    expect(outcome.duplicates).to.have.lengthOf(1)
    await cielo.control.setFaults({ fault: "unseen:60000", operation: "card", times: 1 })
    const third = (await opened.acquirer.authorize(sale, never)) as Extract<SaleOutcome, { result: "approved" }>
    expect(third.duplicates, "where the newest one is not in the list yet").to.have.lengthOf(2)
    await cielo.control.setFaults({ fault: "cut_before", operation: "query_order", times: 1 })
    const unanswered = await opened.acquirer.authorize(sale, never).catch((error) => error.name)
    expect(unanswered, "where it cannot be looked up").to.equal("NoAnswer")
  })

  it("are decided once all that Cielo has made under the same reference is decided", async () => {
    const sale = cardSale(cardOf("4111111111111111"))
    await cielo.control.setFaults({ fault: "undecided:60000", operation: "card", times: 1 })
    const undecided = (await opened.acquirer.authorize(sale, never)) as { charge: string }
    const pending = await opened.acquirer.authorize(sale, never)
    const approved = (await soldAs(sale.reference)).map((each) => each.payment_id).find((id) => id !== undecided.charge)!
    expect(pending).to.deep.equal({ result: "pending", charge: approved })
    expect(await lookUp(sale.reference)).to.deep.equal(pending)
    await cielo.control.advance(60_000)
    const outcome = (await lookUp(sale.reference)) as Extract<SaleOutcome, { result: "approved" }>
    const charges = [outcome.charge, ...outcome.duplicates!.map(({ charge }) => charge)]
    expect(charges.toSorted()).to.deep.equal([undecided.charge, approved].toSorted())
  })

  it("are unknown where Cielo says that it has the order already", async () => {
    await cielo.control.setOptions({ duplicates: "refuse" })
    const sale = cardSale(cardOf("4111111111111111"))
    await opened.acquirer.authorize(sale, never)
    expect(await opened.acquirer.authorize(sale, never)).to.deep.equal({ result: "unknown" })
    await cielo.control.setOptions({ duplicates: "accept" })
  })

  it("tell that the card network has taken the money back", async () => {
    const sale = cardSale(cardOf("4111111111111111"))
    const { charge } = (await opened.acquirer.authorize(sale, never)) as { charge: string }
    expect(await lookUp(sale.reference)).to.include({ result: "approved", charged_back: 0 })
    await cielo.control.chargeback({ payment: charge })
    expect(await lookUp(sale.reference)).to.include({ result: "approved", charge, charged_back: 4990 })
  })

  it("are told as gone back once all of their money is with the payer again", async () => {
    for (const voidedAs of [10, 11, 15]) {
      await cielo.control.setFaults({ fault: `voided_as:${voidedAs}`, operation: "void" })
      const sale = cardSale(cardOf("4111111111111111"))
      const { charge } = (await opened.acquirer.authorize(sale, never)) as { charge: string }
      const order = {
        reference: randomBase62(20),
        account: "acct_1",
        charge,
        type: "card" as const,
        amount: 4990,
        gone_back_before: 0,
      }
      await opened.acquirer.refund(order, never)
      expect(await opened.acquirer.lookUpRefund(order, never), String(voidedAs)).to.deep.equal({ result: "refunded" })
      const message = "The acquirer has sent the money of the charge back to the payer."
      expect(await lookUp(sale.reference)).to.include({ result: "refused", charge, code: "processing_error", message })
    }
  })

  it("verify cards without a charge, for the brands that Cielo can verify", async () => {
    const { verify } = opened.acquirer
    const sales = (await cielo.control.ledger()).length
    for (const brand of Object.keys(BRANDS))
      expect(await verify("acct_1", cardOf(cardFor(BRANDS[brand]!), brand), never), brand).to.deep.equal({ result: "approved" })
    expect((await cielo.control.calls()).counts.zeroauth).to.equal(3)
    expect(await verify("acct_1", cardOf(cardFor("Visa", "82")), never)).to.include({ result: "refused", code: "incorrect_cvc" })
    expect(await verify("acct_1", cardOf(cardFor("Visa", "91")), never)).to.deep.equal({ result: "unavailable" })
    expect(await cielo.control.ledger()).to.have.lengthOf(sales)
  })

  it("send a boleto with the payer's address as the bank takes it", async () => {
    const boleto = {
      account: "acct_1",
      amount: 4990,
      currency: "brl",
      payee: { name: "Padaria São João" },
      due_date: "2040-01-15",
    }
    const long = {
      ...PAYER.address,
      line1: "Avenida Presidente Juscelino Kubitschek de Oliveira ".repeat(4),
      number: "km 12,5 – fundos",
    }
    for (const provider of ["Bradesco2", "BancoDoBrasil3"])
      for (const address of [PAYER.address, long]) {
        const sale = {
          ...boleto,
          reference: randomBase62(20),
          payer: { ...PAYER, address },
          instructions: ["Não receber após o vencimento."],
        }
        const outcome = await openCielo(cielo, { provider }).acquirer.createBoleto(sale, never)
        expect(outcome)
          .to.have.nested.property("action.bar_code")
          .that.matches(provider === "Bradesco2" ? /^237/ : /^001/)
        expect(await lookUp(sale.reference)).to.deep.equal(outcome)
      }
  })

  it("tell that a boleto was paid short", async () => {
    const reference = randomBase62(20)
    const common = { reference, account: "acct_1", amount: 4990, currency: "brl", payer: PAYER, payee: { name: "Loja" } }
    await opened.acquirer.createBoleto({ ...common, due_date: "2040-01-15", instructions: [] }, never)
    const [boleto] = await soldAs(reference)
    await cielo.control.pay({ payment: boleto!.payment_id, amount: 4000 })
    expect(await lookUp(reference)).to.include({ result: "approved", captured: 4000 })
  })
})
