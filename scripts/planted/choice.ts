// Bugs of the decision which acquirer gets a new sale.
import type { PlantedBug } from "./bug.ts"
import { CHOOSE, LIMITS } from "./tests.ts"

const CHOICE = "src/acquirers/choose.ts"
const CIRCUITS = "src/acquirers/circuits.ts"
const ROUTE = "src/payments/intents/route-sale.ts"
const SALE = "src/payments/intents/sale.ts"

const OF_CHOICE: readonly PlantedBug[] = [
  {
    name: "a fallback that is drained gets new sales",
    file: CHOICE,
    right: "fallback && !fallback.drained && takes(",
    wrong: "fallback && takes(",
    tests: [CHOOSE],
  },
  {
    name: "a fallback gets new sales that it does not take",
    file: CHOICE,
    right: " && takes(fallback.acquirer, wanted)",
    wrong: "",
    tests: [CHOOSE],
  },
  {
    name: "a debit card or a mandate begins at the fallback",
    file: CHOICE,
    right: "wanted.has_fallback && fallback &&",
    wrong: "fallback &&",
    tests: [CHOOSE],
  },
  {
    name: "an acquirer that is drained gets sales, if nothing takes over",
    file: CHOICE,
    right: "return own.drained ? undefined : {",
    wrong: "return {",
    tests: [CHOOSE],
  },
  {
    name: "a sale to be captured later goes where nothing is captured later",
    file: CHOICE,
    right: "if (capture_later && acquirer.captureDays === undefined) return false",
    wrong: "",
    tests: [CHOOSE],
  },
  {
    name: "an acquirer gets a sale in a currency that it does not take",
    file: CHOICE,
    right: `if (!takesCurrency(acquirer, type, currency)) return false`,
    wrong: "",
    tests: [CHOOSE],
  },
  {
    name: "a debit card leaves its acquirer",
    file: ROUTE,
    right: ` && card?.funding !== "debit"`,
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "the number of installments is not asked of the fallback",
    file: ROUTE,
    right: "installments: sale.installments,",
    wrong: "installments: 1,",
    tests: [LIMITS],
  },
]

const OF_CIRCUITS: readonly PlantedBug[] = [
  {
    name: "failures with a success between them open a circuit",
    file: CIRCUITS,
    right: "states.delete(key)",
    wrong: "if (hasFailed) states.delete(key)",
    tests: [CHOOSE],
  },
  {
    name: "failures of a whole day open a circuit",
    file: CIRCUITS,
    right: " && at - (failedAt[0] ?? at) <= WITHIN_MS",
    wrong: "",
    tests: [CHOOSE],
  },
  {
    name: "an open circuit never lets a sale through",
    file: CIRCUITS,
    right: "if (now() - state.triedAt < TRIAL_MS) return true",
    wrong: "if (state.triedAt >= 0) return true",
    tests: [CHOOSE],
  },
  {
    name: "an open circuit lets all sales through after ten seconds",
    file: CIRCUITS,
    right: "state.triedAt = now()",
    wrong: "",
    tests: [CHOOSE],
  },
  {
    name: "a trial that fails closes the circuit, if the last failures are long ago",
    file: CIRCUITS,
    right: "before?.triedAt ?? (opens ? at : undefined)",
    wrong: "opens ? at : undefined",
    tests: [CHOOSE],
  },
  {
    name: "an acquirer that fails for one account fails for all",
    file: CIRCUITS,
    right: "{account} $",
    wrong: "{account.slice(0, 4)} $",
    tests: [CHOOSE],
  },
  {
    name: "an unknown outcome says that the acquirer works",
    file: SALE,
    right: `outcome.result === "unknown" || (outcome.result === "unavailable" && outcome.refused)`,
    wrong: `outcome.result === "unavailable" && outcome.refused`,
    tests: [LIMITS],
  },
  {
    name: "refused credentials open a circuit",
    file: SALE,
    right: ` || (outcome.result === "unavailable" && outcome.refused)`,
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "cards that are declined open a circuit",
    file: SALE,
    right: "{ account, acquirer, method }, isFailure(outcome))",
    wrong: `{ account, acquirer, method }, isFailure(outcome) || outcome.result === "refused")`,
    tests: [LIMITS],
  },
]

export const OF_ROUTING: readonly PlantedBug[] = [...OF_CHOICE, ...OF_CIRCUITS]
