// Bugs of captures, releases and refunds at Adyen, and of its notifications.
import type { PlantedBug } from "./bug.ts"
import { ADYEN_CHANGES, ADYEN_NOTIFICATIONS, ADYEN_PAYMENTS, ADYEN_REPEATS, ADYEN_TOLD } from "./tests.ts"

const CHANGES = "src/acquirers/adyen/modifications.ts"
const NOTIFICATIONS = "src/acquirers/adyen/notifications.ts"

const OF_CHANGES: readonly PlantedBug[] = [
  {
    name: "a refund that Adyen has accepted is made",
    file: CHANGES,
    right: `return accepted.length > 0 ? { result: "pending" } : undefined`,
    wrong: `return accepted.length > 0 ? { result: "refunded" } : undefined`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a refund that Adyen has not made is made",
    file: CHANGES,
    right: `if (told) return told.success ?`,
    wrong: "if (told) return told.event ?",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a refund that fails after it was made stays made",
    file: CHANGES,
    right: "if (of(UNDOES)) return",
    wrong: `if (of(UNDOES) && !of(["REFUND"])) return`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a refund is known by its own reference alone",
    file: CHANGES,
    right: "(ids.has(each.subject) || each.reference === reference)",
    wrong: "each.reference === reference",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a refund is ordered with the payment's key",
    file: CHANGES,
    right: `what: "refunds", body, key: reference }`,
    wrong: `what: "refunds", body, key: charge }`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a refund is sent again after Adyen may have forgotten its key",
    file: CHANGES,
    right: "if (!ordered || ordered.merchant !== account.merchant || !isRepeatable(account, ordered)) return undefined",
    wrong: "if (!ordered || ordered.merchant !== account.merchant) return undefined",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a refund that is sent again in vain was not made",
    file: CHANGES,
    right: `  // That this request was not carried out says nothing about the first one.
  return again.result === "unavailable" ? { result: "unknown" } : again`,
    wrong: "  return again",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a capture that Adyen has accepted is made",
    file: CHANGES,
    right: `(isFailed ? DECLINED : { result: "pending" })`,
    wrong: `(isFailed ? DECLINED : { result: "approved", ...takenOf({ ...known!, captured: amount }) })`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "a capture is sent again with a key of its own",
    file: CHANGES,
    right: `what: "captures", body, key: subject }`,
    wrong: `what: "captures", body, key: subject + account.now() }`,
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a capture that may be made is followed by one of another amount",
    file: CHANGES,
    right: `if (ordered && ordered.amount !== amount) return { result: "unknown" }`,
    wrong: "",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a capture is sent again after Adyen may have forgotten its key",
    file: CHANGES,
    right: "  if (ordered.merchant !== account.merchant || !isRepeatable(account, ordered)) return undefined",
    wrong: "  if (ordered.merchant !== account.merchant) return undefined",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a refund is sent again at another merchant account, which does not know its key",
    file: CHANGES,
    right: "if (!ordered || ordered.merchant !== account.merchant || !isRepeatable(account, ordered)) return undefined",
    wrong: "if (!ordered || !isRepeatable(account, ordered)) return undefined",
    tests: [ADYEN_REPEATS],
  },
  {
    name: "a payment that was captured is released",
    file: CHANGES,
    right: `if (!known || known.captured > 0) return { result: "refused" }`,
    wrong: `if (!known) return { result: "refused" }`,
    tests: [ADYEN_REPEATS],
  },
]

const OF_NOTIFICATIONS: readonly PlantedBug[] = [
  {
    name: "a notification that nobody has signed is believed",
    file: NOTIFICATIONS,
    right: "return right.length > 0",
    wrong: "return right.length >= 0",
    tests: [ADYEN_NOTIFICATIONS],
  },
  {
    name: "only the newest key may sign",
    file: NOTIFICATIONS,
    right: "const right = keys.filter(",
    wrong: "const right = keys.slice(-1).filter(",
    tests: [ADYEN_NOTIFICATIONS],
  },
  {
    name: "the success of a notification is not signed",
    file: NOTIFICATIONS,
    right: "value, currency, eventCode, success]",
    wrong: `value, currency, eventCode, success && "true"]`,
    tests: [ADYEN_NOTIFICATIONS],
  },
  {
    name: "a notification of another merchant account is believed",
    file: NOTIFICATIONS,
    right: "await membersOfMerchant(merchant) : undefined",
    wrong: `await membersOfMerchant("merchantAccount") : undefined`,
    tests: [ADYEN_NOTIFICATIONS],
  },
  {
    name: "what has failed is read as made",
    file: NOTIFICATIONS,
    right: `success: success === "true"`,
    wrong: `success: success !== ""`,
    tests: [ADYEN_CHANGES],
  },
  {
    name: "one item that is not signed hides the others",
    file: NOTIFICATIONS,
    right: "else refused++",
    wrong: "else return undefined",
    tests: [ADYEN_NOTIFICATIONS],
  },
  {
    name: "a refund that fails after it was made is not followed",
    file: NOTIFICATIONS,
    right: "...(UNDOES.includes(event) && { undoes: true }), ",
    wrong: "",
    tests: [ADYEN_CHANGES],
  },
  {
    name: "the engine is not told of a notification that was stored before its process died",
    file: "src/acquirers/notices.ts",
    right: "created: now, is_told: false,",
    wrong: "created: now, is_told: true,",
    tests: [ADYEN_PAYMENTS],
  },
  {
    name: "a notification counts as told before the engine was told",
    file: "src/payments/notices.ts",
    right: "    await passOn(mode, signed, notice)\n    await noteTold(mode.database, notice)",
    wrong: "    await noteTold(mode.database, notice)\n    await passOn(mode, signed, notice)",
    tests: [ADYEN_TOLD],
  },
]

export const OF_ADYEN_CHANGES: readonly PlantedBug[] = [...OF_CHANGES, ...OF_NOTIFICATIONS]
