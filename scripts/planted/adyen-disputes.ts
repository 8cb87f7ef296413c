// Bugs of disputes at Adyen: what was taken, what has come back, and what was taken again.
import type { PlantedBug } from "./bug.ts"
import { ADYEN_CHANGES, ADYEN_DISPUTES } from "./tests.ts"

const FACTS = "src/acquirers/adyen/facts.ts"
const TOLD = "src/payments/disputes/told.ts"

export const OF_ADYEN_DISPUTES: readonly PlantedBug[] = [
  {
    name: "a part that was charged back counts as the whole",
    file: FACTS,
    right: "charged_back: sumOf(disputes.filter(({ is_taken }) => is_taken))",
    wrong: "charged_back: disputes.some(({ is_taken }) => is_taken) ? authorised : 0",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a chargeback that was reversed still counts",
    file: FACTS,
    right: "is_taken: again !== undefined || back === undefined",
    wrong: "is_taken: true",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "nobody asks after a dispute that has taken the whole payment and was won",
    file: "src/payments/notifications.ts",
    right: "const isAboutDispute = chargeback || gives_back",
    wrong: "const isAboutDispute = chargeback",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "a dispute whose money has come back at once is looked for until a person acts",
    file: "src/payments/inquiries/inquiries.ts",
    right: "answer.charged_back === 0 && answer.disputes === undefined && (",
    wrong: "answer.charged_back === 0 && (",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "money of a dispute that was taken again stays the merchant's",
    file: TOLD,
    right: "const isAgain = isWon && is_taken && was === 0",
    wrong: "const isAgain = false",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "what a person has said of a dispute's end is undone by what the acquirer had said before",
    file: TOLD,
    right: "const isAgain = isWon && is_taken && was === 0",
    wrong: "const isAgain = isWon && is_taken",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "a second dispute of the same amount is the first one",
    file: TOLD,
    right: "dispute.shown?.id === undefined && dispute.amount === amount",
    wrong: "dispute.amount === amount",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "a dispute that a person has recorded is booked again",
    file: TOLD,
    right: " ?? ofCharge.find(isFree)",
    wrong: "",
    tests: [ADYEN_DISPUTES],
  },
  {
    name: "what is taken again is what was taken first",
    file: TOLD,
    right: "if (dispute.amount !== amount) await correctAmount",
    wrong: "if (dispute.amount < 0) await correctAmount",
    tests: [ADYEN_DISPUTES],
  },
]
