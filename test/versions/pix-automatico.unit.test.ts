import { expect } from "chai"
import { shownAs } from "../../src/versions/shown.ts"

const intent = {
  object: "payment_intent",
  payment_method_types: ["pix", "pix_automatico", "card"],
  payment_method_details: { type: "pix_automatico", card: null, payment_method: "pm_1" },
}
const asPix = {
  object: "payment_intent",
  payment_method_types: ["pix", "card"],
  payment_method_details: { type: "pix", card: null, payment_method: null },
}

describe("A payment by PIX Automático, for clients of before 2026-12-01", () => {
  it("is a PIX, named once and without its mandate", () => {
    expect(shownAs("2026-04-27", intent)).to.deep.equal(asPix)
    expect(shownAs("2026-04-27", { ...intent, payment_method_types: ["pix_automatico"] }).payment_method_types).to.deep.equal([
      "pix",
    ])
    expect(shownAs("2026-12-01", intent)).to.equal(intent)
  })

  it("is a PIX in lists and in events too, also among the old values", () => {
    const list = (item: object) => ({ object: "list", data: [item] })
    expect(shownAs("2026-04-25", list(intent))).to.deep.equal(list(asPix))
    const event = (object: object, details: unknown) => ({
      object: "event",
      data: { object, previous_attributes: { payment_method_details: details } },
    })
    expect(shownAs("2026-04-27", event(intent, null))).to.deep.equal(event(asPix, null))
  })

  it("leaves the payments by other methods and what is not known yet as they are", () => {
    for (const details of [null, { type: "card", card: { last4: "4242" }, payment_method: "pm_1" }]) {
      const other = { object: "payment_intent", payment_method_types: ["card", "boleto"], payment_method_details: details }
      expect(shownAs("2026-04-27", other)).to.deep.equal(other)
    }
  })
})
