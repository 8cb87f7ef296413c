import { expect } from "chai"
import { refusedCard } from "../../../src/acquirers/adyen/refusals.ts"

const CODES = Array.from({ length: 60 }, (_, code) => String(code))
const refused = (code: string, advice?: string) => refusedCard(null, { code, advice })
const codesWhere = (is: (refusal: ReturnType<typeof refused>) => unknown) => CODES.filter((code) => is(refused(code)))

describe("A refusal of Adyen", () => {
  it("lets another acquirer try only what Adyen could not process, whatever the card", () => {
    expect(codesWhere(({ unprocessed }) => unprocessed)).to.deep.equal(["4", "7", "21"])
  })

  it("is for good where the issuer will never accept the card, or the network says so", () => {
    expect(codesWhere(({ irreversible }) => irreversible)).to.deep.equal(["5", "8", "26"])
    expect(["01", "02", "03", "3", "21", "24"].filter((advice) => refused("2", advice).irreversible)).to.deep.equal([
      "03",
      "3",
      "21",
    ])
  })

  it("has a code that tells the payer what to do, and else that the card was declined", () => {
    expect(codesWhere(({ code }) => code === "processing_error")).to.deep.equal(["4", "7", "9", "21"])
    expect(codesWhere(({ code }) => code === "insufficient_funds")).to.deep.equal(["12", "28"])
    expect(codesWhere(({ code }) => code === "authentication_failed")).to.deep.equal(["11", "16", "39", "42"])
    expect([refused("6"), refused("24"), refused("2"), refused("")].map(({ code }) => code)).to.deep.equal([
      "expired_card",
      "incorrect_cvc",
      "card_declined",
      "card_declined",
    ])
  })
})
