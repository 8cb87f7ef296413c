// Bugs of the decision whether a payer is authenticated.
import type { PlantedBug } from "./bug.ts"
import { LIVE, POLICY } from "./tests.ts"

const FILE = "src/payments/authentication/policy.ts"

export const OF_POLICY: readonly PlantedBug[] = [
  {
    name: "debit is sent without 3DS where nobody asks for it",
    file: FILE,
    right: `if (funding === "debit" || request === "any")`,
    wrong: `if (request === "any")`,
    tests: [POLICY, LIVE],
  },
  {
    name: "the account's settings ask although the payment says never",
    file: FILE,
    right: `if (request === "never" || !isReachable)`,
    wrong: "if (!isReachable)",
    tests: [POLICY],
  },
  {
    name: "the amount from which an account asks is not included",
    file: FILE,
    right: "amount >= minimum_amount",
    wrong: "amount > minimum_amount",
    tests: [POLICY, LIVE],
  },
  {
    name: "data alone is required, so a sale without it is refused",
    file: FILE,
    right: "{ data_only: true, required: false }",
    wrong: "{ data_only: true, required: true }",
    tests: [POLICY],
  },
  {
    name: "data alone is sent to networks that do not take it",
    file: FILE,
    right: "return data_only && DATA_ONLY_BRANDS.includes(brand) ?",
    wrong: "return data_only ?",
    tests: [POLICY],
  },
  {
    name: "payers whose address is abroad are asked by the account's settings",
    file: FILE,
    right: " && isBrazilianAddress(address)",
    wrong: "",
    tests: [POLICY],
  },
]
