import { expect } from "chai"
import { CARDS } from "../../adyen/cards.ts"
import { acquirerContract } from "../contract.ts"
import { withAdyen } from "./at-adyen.ts"

describe("The adapter of Adyen keeps the port's contract:", () => {
  const on = withAdyen()
  acquirerContract(
    "adyen",
    async () => ({
      // Each test has an account of its own.
      get acquirer() {
        return on.acquirer
      },
      get account() {
        return on.merchant.account
      },
      ...{ approved: CARDS.visa, refused: CARDS.visa },
      refuseNext: () => on.adyen.control.nextOutcome({ code: "2" }).then(() => undefined),
      pay: async () => {},
      isLater: true,
      told: on.told,
    }),
    { onlyCards: true },
  )

  it("logs no secret", async () => {
    expect(await on.adyen.control.secretsIn(JSON.stringify(on.lines))).to.deep.equal([])
  })
})
