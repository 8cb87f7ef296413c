// Bugs of Cielo's adapter: what the MPI says, and what a sale carries of it.
import type { PlantedBug } from "./bug.ts"
import { CONTRACT, MPI, PROVEN, SALES } from "./tests.ts"

const ECI = "src/acquirers/eci.ts"
const OUTCOMES = "src/acquirers/cielo/mpi/outcomes.ts"
const REQUESTS = "src/acquirers/cielo/mpi/requests.ts"
const SCRIPT = "src/acquirers/cielo/mpi/script.ts"
const SALE = "src/acquirers/cielo/authenticated.ts"

export const OF_CIELO: readonly PlantedBug[] = [
  {
    name: "the indicator of another brand counts",
    file: ECI,
    right: "if (read === indicators.byIssuer) return 2",
    wrong: "if (read === indicators.byIssuer || read === VISA.byIssuer) return 2",
    tests: [MPI],
  },
  {
    name: "the network's answer counts as the issuer's",
    file: ECI,
    right: "return read === indicators.byNetwork ? 1 : 0",
    wrong: "return read === indicators.byNetwork ? 2 : 0",
    tests: [MPI],
  },
  {
    name: "an authentication without its value counts",
    file: OUTCOMES,
    right: "if (strength === 0 || cavv === null)",
    wrong: "if (strength === 0)",
    tests: [MPI],
  },
  {
    name: "the issuer bears the risk of a sale of which it was only told",
    file: OUTCOMES,
    right: "xid, eci, version, data_only: true }, false)",
    wrong: "xid, eci, version, data_only: true }, true)",
    tests: [MPI],
  },
  {
    name: "a payer who has failed the challenge takes no part in 3DS",
    file: OUTCOMES,
    right: `if (asked.afterChallenge) return notAuthenticated("failed", decision, asked)`,
    wrong: "",
    tests: [MPI],
  },
  {
    name: "a payer is challenged where only data was to be sent",
    file: OUTCOMES,
    right: "const isExpected = !asked.dataOnly && !asked.afterChallenge",
    wrong: "const isExpected = !asked.afterChallenge",
    tests: [MPI],
  },
  {
    name: "a sale carries the Cavv of another payer",
    file: OUTCOMES,
    right: "const proof = { session: asked.session, cavv, xid, eci, version, data_only: false }",
    wrong: `const first = decided as { cavv?: string }
  first.cavv ??= cavv
  const proof = { session: asked.session, cavv: first.cavv, xid, eci, version, data_only: false }`,
    tests: [CONTRACT],
  },
  {
    name: "the MPI may show the payer a page without TLS",
    file: SCRIPT,
    right: `return protocol === "https:" || (`,
    wrong: `return protocol !== "javascript:" || (`,
    tests: [MPI],
  },
  {
    name: "a debit card is authenticated as a credit card",
    file: REQUESTS,
    right: "paymentMethod: funding,",
    wrong: `paymentMethod: "credit",`,
    tests: [CONTRACT],
  },
  {
    name: "the challenge is validated for another amount",
    file: REQUESTS,
    right: "return { ...order(request), transactionId",
    wrong: "return { ...order({ ...request, amount: 0 }), transactionId",
    tests: [MPI],
  },
  {
    name: "a sale leaves out the Xid",
    file: SALE,
    right: "...(hasValues && xid !== null && { Xid: xid }),",
    wrong: "",
    tests: [PROVEN],
  },
  {
    name: "a sale carries a version that the MPI did not give",
    file: SALE,
    right: `Version: version ?? "2",`,
    wrong: `Version: "2",`,
    tests: [PROVEN],
  },
  {
    name: "a sale names its order in the place of the session",
    file: "src/acquirers/cielo/requests.ts",
    right: "...authenticationMembers(card.brand, isRecurring ? undefined : sale.authentication, form),",
    wrong:
      "...authenticationMembers(card.brand, isRecurring ? undefined : sale.authentication && { ...sale.authentication, session: sale.reference }, form),",
    tests: [PROVEN],
  },
  {
    name: "a sale whose payer is absent says that somebody was authenticated",
    file: "src/acquirers/cielo/requests.ts",
    right: "isRecurring ? undefined : sale.authentication",
    wrong: "sale.authentication",
    tests: [SALES],
  },
  {
    name: "the issuer bears the risk although the network took a weaker indicator",
    file: SALE,
    right: "liability_shifted: strengthOf(brand, eci) >= was",
    wrong: "liability_shifted: was > 0",
    tests: [SALES],
  },
  {
    name: "the issuer bears the risk of data alone once it is sold",
    file: SALE,
    right: `{ result: "data_only", eci, version, liability_shifted: false }`,
    wrong: `{ result: "data_only", eci, version, liability_shifted: true }`,
    tests: [SALES],
  },
  {
    name: "an authenticated sale that was refused may be made again",
    file: "src/acquirers/cielo/cielo.ts",
    right: 'const mayTryAgain = sale.card_on_file !== "recurring" && !isOnly',
    wrong: 'const mayTryAgain = sale.card_on_file !== "recurring"',
    tests: [PROVEN],
  },
  {
    name: "a refusal wants no authentication where the code is spelled in another way",
    file: "src/acquirers/cielo/refusals.ts",
    right: "authenticationCodes.some((each) => normalCode(each) === normalCode(code))",
    wrong: "authenticationCodes.some((each) => each.toLowerCase() === code)",
    tests: [SALES],
  },
]
