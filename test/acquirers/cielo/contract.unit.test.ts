import { expect } from "chai"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { type CieloWithMpi, startCieloWithMpi } from "../../cielo/mpi/mpi.ts"
import type { MpiOptions } from "../../cielo/mpi/types.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Options } from "../../cielo/types.ts"
import { acquirerContract } from "../contract.ts"
import { threeDSecureContract } from "../contract-three-d-secure.ts"
import { MPI, openCielo } from "./open.ts"

const cielos: Cielo[] = []
const authenticating: CieloWithMpi[] = []
after(async () => {
  for (const cielo of [...cielos, ...authenticating]) await cielo.close()
})

const FOREIGN =
  /ExternalAuthentication(\.ReferenceID is not that of a session|.* is of a session with another | was used by another sale)/

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

async function authenticatingSubject(options: Partial<Options>, mpiOptions: Partial<MpiOptions>) {
  const cielo = await startCieloWithMpi({ split: true, ...options }, mpiOptions)
  authenticating.push(cielo)
  const { control, mpi } = cielo
  const addresses = { cieloMpiUrl: mpi.url }
  const visa = (name: string) => ({ number: cardFor("Visa", name), brand: "visa" })
  const { acquirer } = openCielo(cielo, { mpi: { ...MPI, ...mpi.credentials }, addresses })
  return {
    ...{ acquirer, account: "acct_1" },
    cards: {
      frictionless: visa("approved"),
      challenge: visa("challenge"),
      failing: visa("challenge failure"),
      // The MPI does not know the brand.
      notEnrolled: { number: cardFor("Hipercard"), brand: "hipercard" },
      dataOnly: visa("approved"),
      softDeclined: visa("soft decline, challenge"),
      mastercard: { number: cardFor("Master", "challenge"), brand: "mastercard" },
    },
    answer: async (order: string, passes: boolean) =>
      void (await mpi.control.answerChallenge(passes ? "success" : "failure", { order })),
    taken: async (order: string) => {
      const sales = await control.sales({ orders: [order] })
      return sales.reduce((sum, { captured }) => sum + captured, 0)
    },
    losing: async <T>(of: "challenge" | "sale", work: () => Promise<T>) => {
      if (of === "sale") await control.setFaults({ operation: "card", fault: "cut_after" })
      else await mpi.control.setFaults({ operation: "validate", fault: "cut_after" })
      const done = await work()
      await Promise.all([control.setFaults(), mpi.control.setFaults()])
      return done
    },
  }
}

threeDSecureContract("cielo", () => authenticatingSubject({}, {}))
threeDSecureContract("cielo, with older answers and other spellings", () =>
  authenticatingSubject(
    { older: true, noSale: "empty", duplicates: "refuse" },
    { spelling: "camel", errors: "object", tokenStatus: 201, expiresIn: "date", xid: false },
  ),
)

describe("The adapter of cielo", () => {
  it("sends nothing that the document does not allow", async () => {
    expect(cielos).to.have.lengthOf(2)
    for (const { control } of cielos) expect(await control.violations()).to.deep.equal([])
  })

  it("sends no authentication but those that the tests gave it", async () => {
    expect(authenticating).to.have.lengthOf(2)
    for (const { control, mpi } of authenticating) {
      expect(await mpi.control.violations()).to.deep.equal([])
      const violations = await control.violations()
      const messages = violations.flatMap((violation) => violation.messages)
      expect(messages.filter((message) => !FOREIGN.test(message))).to.deep.equal([])
      // Two for each sale with a foreign or a used proof: a refusal may be about the digits of its indicator.
      expect(violations).to.have.lengthOf(12)
    }
  })
})
