import { expect } from "chai"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Options } from "../../cielo/types.ts"
import { acquirerContract } from "../contract.ts"
import { openCielo } from "./open.ts"

const cielos: Cielo[] = []
after(async () => {
  for (const cielo of cielos) await cielo.close()
})

async function subject(options: Partial<Options>, provider: string) {
  const cielo = await startCielo({ voidGapMs: 0, pixRefundMs: 60_000, split: true, ...options })
  cielos.push(cielo)
  const { control } = cielo
  const { acquirer } = openCielo(cielo, { provider })
  return {
    acquirer,
    account: "acct_1",
    approved: "4111111111111111",
    refused: "4000000000000002",
    declinedAtCapture: cardFor("Visa", "authorized, then 05"),
    pay: async (reference: string) => {
      const sale = (await control.ledger()).find(({ order_id }) => order_id === reference)!
      await control.pay({ payment: sale.payment_id })
    },
    endRefunds: async (charge: string) => void (await control.endRefunds({ payment: charge, done: true })),
    ...(options.older && { hidesParts: true as const }),
  }
}

acquirerContract("cielo", () => subject({}, "Bradesco2"))
acquirerContract("cielo, with older answers and other spellings", () =>
  subject(
    { older: true, otherSpelling: true, noSale: "empty", duplicates: "refuse", voidFailures: "400", pixRefundStatus: 12 },
    "BancoDoBrasil3",
  ),
)

describe("The adapter of cielo", () => {
  it("sends nothing that the document does not allow", async () => {
    expect(cielos).to.have.lengthOf(2)
    for (const { control } of cielos) expect(await control.violations()).to.deep.equal([])
  })
})
