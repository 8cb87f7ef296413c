// Bugs of what is known of a payment from all that Adyen has told.
import type { PlantedBug } from "./bug.ts"
import { ADYEN_CHANGES, ADYEN_CONTRACT, ADYEN_PAYMENTS, ADYEN_TOLD } from "./tests.ts"

const SALES = "src/acquirers/adyen/sales.ts"
const FACTS = "src/acquirers/adyen/facts.ts"

export const OF_ADYEN_FACTS: readonly PlantedBug[] = [
  {
    name: "the first of two authorisations counts, not the last",
    file: FACTS,
    right: `about.findLast(({ event, subject }) => event === "AUTHORISATION"`,
    wrong: `about.find(({ event, subject }) => event === "AUTHORISATION"`,
    tests: [ADYEN_TOLD],
  },
  {
    name: "an offer that is closed leaves its payment open",
    file: FACTS,
    right: "authorisation ?? closed ?? about.find(",
    wrong: "authorisation ?? about.find(",
    tests: [ADYEN_TOLD],
  },
  {
    name: "changes that failed count as made",
    file: FACTS,
    right: "notice.event === event && notice.success)",
    wrong: "notice.event === event)",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a capture of a part counts as the whole",
    file: FACTS,
    right: `isLater ? sumOf(told("CAPTURE"))`,
    wrong: `isLater && told("CAPTURE").length > 0 ? authorised : isLater ? 0`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a payment that was canceled before its capture counts as paid",
    file: FACTS,
    right: "isCancelled ? 0 : authorised",
    wrong: "authorised",
    tests: [ADYEN_TOLD],
  },
  {
    name: "an authorization that has lapsed counts as held",
    file: FACTS,
    right: ` || told("EXPIRE").length > 0`,
    wrong: "",
    tests: [ADYEN_TOLD],
  },
  {
    name: "money that went back by a reversal counts as kept",
    file: FACTS,
    right: "...(captured > 0 ? reversed : [])",
    wrong: "",
    tests: [ADYEN_TOLD],
  },
  {
    name: "a refund that was turned back counts as gone",
    file: FACTS,
    right: ".filter(({ subject }) => !undone.has(subject))",
    wrong: "",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a capture that fails after its success is ignored",
    file: FACTS,
    right: `lost: Math.min(captured, sumOf(told("CAPTURE_FAILED")))`,
    wrong: "lost: 0",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a second chargeback is ignored",
    file: FACTS,
    right: `?? of("SECOND_CHARGEBACK")`,
    wrong: "",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a prearbitration that was lost is ignored",
    file: FACTS,
    right: `of("PREARBITRATION_LOST") ?? of(`,
    wrong: "of(",
    tests: [ADYEN_TOLD],
  },
  {
    name: "a dispute that names no payment is ignored",
    file: FACTS,
    right: "notice.charge === charge || (isUnnamed && notice.reference === reference)",
    wrong: "notice.charge === charge || (isUnnamed && notice.reference === charge)",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a second payment of one key is kept",
    file: FACTS,
    right: "return reference === null ? [] : others.map(takenOf)",
    wrong: "return reference === null ? others.map(takenOf) : []",
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "each notice counts as often as it is found",
    file: SALES,
    right: "return [...each.values()].sort(",
    wrong: "return (each.size > 0 ? [...notices] : []).sort(",
    tests: [ADYEN_CHANGES, ADYEN_CONTRACT],
  },
]
