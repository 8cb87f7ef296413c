// Bugs of sales at Adyen, whose answers may be lost.
import type { PlantedBug } from "./bug.ts"
import { ADYEN_PAYMENTS, ADYEN_REFUSALS, ADYEN_REPEATS, ADYEN_TOLD } from "./tests.ts"

const SALES = "src/acquirers/adyen/sales.ts"
const FAILURES = "src/acquirers/adyen/failures.ts"
const ANSWERS = "src/acquirers/adyen/answers.ts"
const REFUSALS = "src/acquirers/adyen/refusals.ts"

export const OF_ADYEN_SALES: readonly PlantedBug[] = [
  {
    name: "a sale is sent again with another key",
    file: SALES,
    right: "{ path: PAYMENTS, body, key: reference }",
    wrong: "{ path: PAYMENTS, body, key: randomBase62(20) }",
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "a sale is sent again after Adyen may have forgotten its key",
    file: SALES,
    right: "return isSame && isRepeatable(account, order) ?",
    wrong: "return isSame ?",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a sale is sent again although it is another one by now",
    file: SALES,
    right: "order.detail?.digest === digestOf(body) && order",
    wrong: "order",
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "a sale is sent again at another merchant account, which does not know its key",
    file: SALES,
    right: " && order.merchant === account.merchant",
    wrong: "",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "each repeat of a sale lengthens the life of its key",
    file: SALES,
    right: "if (!order) return authorize(account, sale, signal)",
    wrong: "if (!order || isRepeatable(account, order)) return authorize(account, sale, signal)",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a lost answer says that nothing was sent",
    file: FAILURES,
    right: "if (!(error instanceof NotSent)) throw error",
    wrong: "if (!(error instanceof Error)) throw error",
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "an error of Adyen says that nothing was charged",
    file: FAILURES,
    right: "if (status !== 400 && status !== 422) throw new NoAnswer(",
    wrong: `if (status !== 400 && status !== 422) return { result: "unavailable" }; if (!status) throw new NoAnswer(`,
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "a key that is under way refuses the sale",
    file: FAILURES,
    right: "return code === KEY_CODE || ABOUT_KEY.test(",
    wrong: `return code === "" && ABOUT_KEY.test(`,
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a payment that Adyen has only received is paid",
    file: ANSWERS,
    right: `Received: "pending"`,
    wrong: `Received: "approved"`,
    tests: [ADYEN_TOLD],
  },
  {
    name: "a part that was authorised counts as the whole",
    file: SALES,
    right: "const taken = payment.amount ?? { value: amount, currency }",
    wrong: "const taken = { value: amount, currency }",
    tests: [ADYEN_TOLD],
  },
  {
    name: "the answer of another payment decides the sale",
    file: SALES,
    right: "if (payment.reference !== undefined && payment.reference !== reference)",
    wrong: "if (payment.reference === undefined && payment.result === undefined)",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a card that is declined may be charged by another acquirer",
    file: REFUSALS,
    right: `new Set(["4", "7", "21"])`,
    wrong: `new Set(["2", "4", "7", "21"])`,
    tests: [ADYEN_REFUSALS],
  },
  {
    name: "what Adyen cannot process goes to no other acquirer",
    file: REFUSALS,
    right: "...(UNPROCESSED_CODES.has(code) && { unprocessed: true }),",
    wrong: "",
    tests: [ADYEN_REFUSALS],
  },
  {
    name: "a card that its issuer has refused for good is charged again",
    file: REFUSALS,
    right: `new Set(["5", "8", "26"])`,
    wrong: `new Set(["8", "26"])`,
    tests: [ADYEN_REFUSALS],
  },
]
