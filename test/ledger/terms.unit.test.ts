import { expect } from "chai"
import { priceOf } from "../../src/ledger/terms/price.ts"
import { readTerms } from "../../src/ledger/terms/read.ts"
import { defaultTerms } from "../../src/ledger/terms/terms.ts"
import type { Funding } from "../../src/vault/tables.ts"

const ACQUIRERS = ["mock", "cielo"]

const WHOLE = `
currency: brl
card:
  - acquirer: cielo
    brands: [amex]
    installments: [1, 12]
    percent: "3.9"
    settles: { days: 30 }
  - brands: [visa, mastercard]
    funding: debit
    installments: [1, 1]
    percent: "1.5"
    settles: { days: 1, business_days: true }
  - funding: credit
    installments: [1, 1]
    percent: "2.99"
    fixed: 10
    settles: { days: 30, next_business_day: false }
  - installments: [1, 12]
    percent: "3.4999"
    settles: { days: 30, each_installment: true }
pix: { percent: "0.99", settles: { days: 0 } }
boleto: { percent: "0", fixed: 250, settles: { days: 1, business_days: true } }
refund_fee: 100
dispute_fee: 1500
returns_fee_on_refund: true
`

const read = (text: string) => readTerms(text, ACQUIRERS)

describe("The file of the terms", () => {
  it("may leave out what has a default", () => {
    const terms = read(WHOLE)
    expect(terms.payout_fee).to.equal(0)
    expect(terms.card[0]?.fixed).to.equal(0)
    expect(terms.card[0]?.settles).to.deep.equal({
      days: 30,
      business_days: false,
      next_business_day: true,
      each_installment: true,
    })
    expect(read(WHOLE.replace("refund_fee: 100\n", "")).refund_fee).to.equal(0)
  })

  it("may be JSON, also with tabs", () => {
    const terms = read(WHOLE)
    for (const space of ["", "  ", "\t"]) expect(read(JSON.stringify(terms, null, space))).to.deep.equal(terms)
  })

  it("of another currency has cards in one installment only", () => {
    const usd = 'currency: usd\ncard: [{ installments: [1, 1], percent: "4", settles: { days: 30 } }]\n'
    expect(read(usd)).to.include({ currency: "usd" })
    expect(() => read(`${usd}pix: { percent: "1", settles: { days: 0 } }`)).to.throw("Line 3: pix exists in brl only.")
  })

  it("that would say the default is complete", () => {
    for (const currency of ["brl", "usd"])
      expect(read(JSON.stringify(defaultTerms(currency)))).to.deep.equal(defaultTerms(currency))
  })

  for (const percent of ["0", "0.0001", "2.99", "10", "99.9999", "100", "100.0000"])
    it(`may have the percentage ${percent}`, () => {
      expect(read(WHOLE.replace('"0.99"', `"${percent}"`)).pix?.percent).to.equal(percent)
    })

  const PERCENT = 'a percentage in quotes from "0" to "100"'
  for (const percent of ["", "-1", "+1", "1,5", "1.", ".5", "1.23456", "100.0001", "101", "01", "1e1", " 1", "2.99%"])
    it(`may not have the percentage '${percent}'`, () => {
      expect(() => read(WHOLE.replace('"0.99"', `"${percent}"`))).to.throw(
        `Line 22: pix.percent has the wrong form. Send ${PERCENT}`,
      )
    })

  const WRONG: [what: string, from: string, to: string, message: string][] = [
    ["is not YAML", "currency: brl", "currency: [brl", "Line 3: this is neither YAML nor JSON"],
    [
      "says something twice",
      "refund_fee: 100",
      "refund_fee: 100\nrefund_fee: 1",
      "Line 25: this is neither YAML nor JSON: duplicated mapping key.",
    ],
    ["has an unknown member", "refund_fee", "refundfee", "Line 24: refundfee is unknown. Did you mean 'refund_fee'?"],
    ["has an unknown member within", "fixed: 250", "fix: 250", "Line 23: boleto.fix is unknown."],
    ["has an unknown member in settles", "each_installment: true", "each: true", "Line 21: card.3.settles.each is unknown."],
    ["lacks a percentage", '    percent: "3.9"\n', "", "Line 4: card.0.percent is missing."],
    ["lacks the days", "{ days: 0 }", "{}", "Line 22: pix.settles.days is missing."],
    ["lacks PIX", 'pix: { percent: "0.99", settles: { days: 0 } }\n', "", "pix is missing."],
    ["lacks its currency", "currency: brl\n", "", "currency is missing."],
    ["has a number for a percentage", '"0.99"', "0.99", "Line 22: pix.percent must be a string"],
    ["has a fee below 0", "refund_fee: 100", "refund_fee: -1", "Line 24: refund_fee must be from 0 to 99999999."],
    ["has too large a fee", "dispute_fee: 1500", "dispute_fee: 100000000", "Line 25: dispute_fee must be from 0 to 99999999."],
    ["has a fee with decimals", "fixed: 10", "fixed: 1.5", "Line 17: card.2.fixed must be a whole number"],
    [
      "has a text for a flag",
      "returns_fee_on_refund: true",
      'returns_fee_on_refund: "yes"',
      "Line 26: returns_fee_on_refund must be true or false",
    ],
    ["has an unknown currency", "currency: brl", "currency: xxy", "Line 2: currency 'xxy' is unknown."],
    ["has an unknown acquirer", "acquirer: cielo", "acquirer: cielo2", "Line 4: card.0.acquirer must be one of mock, cielo."],
    ["has an unknown brand", "[amex]", "[amexx]", "Did you mean 'amex'?"],
    ["has no brands", "[amex]", "[]", "Line 5: card.0.brands is empty."],
    ["has an unknown funding", "funding: debit", "funding: prepaid", "Line 10: card.1.funding must be one of credit, debit."],
    [
      "has one number of installments",
      'installments: [1, 1]\n    percent: "1.5"',
      'installments: [1]\n    percent: "1.5"',
      "Line 11: card.1.installments must be the first and the last number",
    ],
    [
      "has more than 12 installments",
      "- installments: [1, 12]",
      "- installments: [1, 13]",
      "card.3.installments.1 must be from 1 to 12.",
    ],
    [
      "has installments that fall",
      "- installments: [1, 12]",
      "- installments: [12, 1]",
      "Line 19: card.3.installments must rise",
    ],
    ["has too many days", "{ days: 0 }", "{ days: 366 }", "Line 22: pix.settles.days must be from 0 to 365."],
    ["is a list", WHOLE, "- 1", "Line 1: the file must be an object"],
    ["is empty", WHOLE, "", "Line 1: this is neither YAML nor JSON"],
  ]
  for (const [what, from, to, message] of WRONG)
    it(`is refused if it ${what}`, () => {
      expect(() => read(WHOLE.replace(from, to))).to.throw(message)
    })

  const LAST = "  - installments: [1, 12]"
  const INCOMPLETE: [what: string, to: string, message: string][] = [
    [
      "a number of installments",
      "  - installments: [1, 6]",
      "no entry without an acquirer is for credit cards of all brands with this number of installments: 7, 8, 9, 10, 11, 12.",
    ],
    [
      "a brand",
      `  - brands: [visa, mastercard, amex, elo, hipercard, diners, discover, jcb, unknown]\n    installments: [1, 12]`,
      "for credit cards of aura with this number of installments: 2, 3,",
    ],
    [
      "a funding",
      "  - funding: credit\n    installments: [1, 12]",
      "for debit cards of amex, elo, hipercard, diners, discover, jcb, aura, unknown with this number of installments: 1.",
    ],
    [
      "everything, as the entry has an acquirer",
      "  - acquirer: mock\n    installments: [1, 12]",
      "for credit cards of all brands with this number of installments: 2, 3,",
    ],
  ]
  for (const [what, to, message] of INCOMPLETE)
    it(`is refused if it leaves out ${what}`, () => {
      expect(() => read(WHOLE.replace(LAST, to))).to.throw(message)
    })

  it("is refused with all that is wrong, in the order of its lines", () => {
    const wrong = WHOLE.replace("refund_fee", "refundfee").replace("[amex]", "[amexx]").replace("fixed: 10", "fixed: -1")
    const numbers = () => {
      try {
        read(wrong)
      } catch (error) {
        return (error as Error).message.split("\n").map((line) => line.split(":")[0])
      }
    }
    expect(numbers()).to.deep.equal(["Line 5", "Line 17", "Line 24"])
  })
})

describe("The price of a payment", () => {
  const terms = read(WHOLE)
  const card = (brand: "visa" | "amex" | "elo" | null, funding: Funding, installments: number, acquirer = "mock") =>
    priceOf(terms, { type: "card", acquirer, brand, funding, installments }).percent

  it("is that of the first entry that matches", () => {
    expect(card("amex", "credit", 1, "cielo")).to.equal("3.9")
    expect(card("amex", "credit", 1)).to.equal("2.99")
    expect(card("visa", "debit", 1)).to.equal("1.5")
    expect(card("elo", "debit", 1)).to.equal("3.4999")
    expect(card("visa", "credit", 1, "cielo")).to.equal("2.99")
    expect(card("visa", "credit", 2)).to.equal("3.4999")
  })

  it("of a card that nobody knows is that of any brand", () => {
    expect(card(null, "credit", 1)).to.equal("2.99")
    expect(card(null, "credit", 1, "cielo")).to.equal("3.9")
  })

  it("of a brand that is newer than the terms is that of any brand", () => {
    const old = { ...terms, card: terms.card.filter(({ brands }) => brands) }
    const paid = { type: "card", acquirer: "mock", brand: "elo", funding: "debit", installments: 1 } as const
    expect(priceOf(old, paid).percent).to.equal("1.5")
  })

  it("of PIX Automático is that of PIX", () => {
    expect(priceOf(terms, { type: "pix" }).percent).to.equal("0.99")
    expect(priceOf(terms, { type: "pix_automatico" }).percent).to.equal("0.99")
    expect(priceOf(terms, { type: "boleto" }).fixed).to.equal(250)
  })
})
