import { expect } from "chai"
import { contract } from "../support/openapi.ts"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("The contract that the docs page shows", () => {
  let vintem: Vintem
  let shown: any
  before(async () => {
    vintem = await startVintem()
    shown = await (await fetch(`${vintem.url}/v1/docs/openapi.json`)).json()
  })
  after(() => vintem.close())

  const ofConfirm = () => shown.paths["/v1/payment_intents/{id}/confirm"].post

  it("says at each error response which codes it can have, and what they mean", () => {
    const { description } = shown.components.responses.CannotConfirm
    expect(description).to.contain("- `payment_intent_expired`: The payment intent's time to pay ran out.")
    expect(description).not.to.contain("subscription_canceled")
    for (const [name, response] of Object.entries<any>(contract.components.responses)) {
      for (const code of response["x-error-codes"] ?? []) {
        expect(shown.components.responses[name].description).to.contain(`- \`${code}\`: `)
      }
    }
  })

  it("lists the known values of what may gain values, and what they mean", () => {
    const { PaymentIntentStatus, ErrorCode } = shown.components.schemas
    expect(PaymentIntentStatus.enum).to.include("requires_action")
    expect(PaymentIntentStatus["x-enumDescriptions"].requires_action).to.contain("The payer has to act.")
    expect(Object.keys(ErrorCode["x-enumDescriptions"])).to.have.members(ErrorCode.enum)
  })

  it("says which scope a restricted key needs", () => {
    expect(ofConfirm().description).to.contain("Scope of a restricted key: `payment_intents:write`.")
    expect(shown.info.description).to.contain("- `payment_intents:write`: Create, confirm and cancel payment intents.")
  })

  it("has the same operations and examples as the contract", () => {
    expect(Object.keys(shown.paths)).to.deep.equal(Object.keys(contract.paths))
    expect(shown.components.examples).to.deep.equal(contract.components.examples)
  })
})
