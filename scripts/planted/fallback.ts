// Bugs of the fallback: when a second acquirer gets a sale, and what the second sale keeps of the first.
import type { PlantedBug } from "./bug.ts"
import { FALLBACK, FALLBACK_DEATHS, LIMITS } from "./tests.ts"

const FAIL_OVER = "src/payments/intents/fail-over.ts"
const PASS_ON = "src/payments/intents/pass-on.ts"

const OF_LEAVING: readonly PlantedBug[] = [
  {
    name: "a sale of unknown outcome is made once more at the fallback",
    file: FAIL_OVER,
    right: `return outcome.result === "unavailable" ||`,
    wrong: `return outcome.result === "unavailable" || outcome.result === "unknown" ||`,
    tests: [FALLBACK],
  },
  {
    name: "a card that its issuer has refused is tried at the fallback",
    file: FAIL_OVER,
    right: ` && outcome.unprocessed === true`,
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a refusal that could not be processed ends its confirm",
    file: "src/payments/intents/settle-confirm.ts",
    right: " && !outcome.unprocessed",
    wrong: "",
    tests: [FALLBACK],
  },
  {
    name: "a refusal that could not be processed ends the payment",
    file: FAIL_OVER,
    right: ` || (outcome.result === "refused" && outcome.unprocessed === true)`,
    wrong: "",
    tests: [FALLBACK],
  },
  {
    name: "a sale at a fallback goes to a further one",
    file: FAIL_OVER,
    right: " && fallback_reason === null",
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a verification that charges nothing leaves",
    file: FAIL_OVER,
    right: " && !chargesNothing(intent)",
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a fallback that is drained gets what its acquirer could not make",
    file: FAIL_OVER,
    right: "|| fallback.drained ||",
    wrong: "||",
    tests: [LIMITS],
  },
  {
    name: "an acquirer takes over from itself",
    file: FAIL_OVER,
    right: " || fallback.acquirer.name === attempt.acquirer",
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a fallback gets what its acquirer could not make, although it lacks what the sale asks for",
    file: FAIL_OVER,
    right: " || !takes(fallback.acquirer, wanted)",
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a sale that must be authenticated goes to a fallback without 3DS",
    file: FAIL_OVER,
    right: "if (await mustAuthenticate(tx, scope, sold, card, fallback.acquirer)) return undefined",
    wrong: "",
    tests: [LIMITS],
  },
  {
    name: "a request has no time left, and calls the fallback",
    file: FAIL_OVER,
    right: " || caller.left_ms < MIN_LEFT_MS",
    wrong: "",
    tests: [FALLBACK],
  },
]

const OF_SECOND_SALE: readonly PlantedBug[] = [
  {
    name: "the second sale does not answer the request's key",
    file: FAIL_OVER,
    right: "return_url, idempotency_key, retry_until },",
    wrong: "return_url, retry_until },",
    tests: [LIMITS],
  },
  {
    name: "a renewal is not retried at the fallback",
    file: FAIL_OVER,
    right: "idempotency_key, retry_until },",
    wrong: "idempotency_key },",
    tests: [FALLBACK_DEATHS],
  },
  {
    name: "the second sale is in one installment",
    file: FAIL_OVER,
    right: "...{ off_session, installments, return_url,",
    wrong: "...{ off_session, return_url,",
    tests: [LIMITS],
  },
  {
    name: "the payer of a second sale counts as present",
    file: FAIL_OVER,
    right: "...{ off_session, installments, return_url,",
    wrong: "...{ installments, return_url,",
    tests: [LIMITS],
  },
  {
    name: "the second sale has the credentials of the first",
    file: FAIL_OVER,
    right: "credentials: acquirer.credentials ?? null",
    wrong: "credentials: attempt.credentials",
    tests: [FALLBACK],
  },
  {
    name: "captures and refunds of the second sale go to the first acquirer",
    file: FAIL_OVER,
    right: "acquirer: acquirer.name, credentials: acquirer.credentials",
    wrong: "acquirer: attempt.acquirer, credentials: acquirer.credentials",
    tests: [LIMITS],
  },
  {
    name: "the second sale of a request is due for any worker before its call",
    file: FAIL_OVER,
    right: `owner: scope.mode.owner, state: "sent" as const`,
    wrong: `owner: null, state: "new" as const`,
    tests: [FALLBACK_DEATHS],
  },
  {
    name: "the second sale of a worker counts as sent, and nobody sends it",
    file: FAIL_OVER,
    right: `by === "request" && {`,
    wrong: "by && {",
    tests: [FALLBACK_DEATHS],
  },
  {
    name: "the second sale has the reference of the first",
    file: "src/payments/attempts/store.ts",
    right: "reference: randomBase62(REFERENCE_LENGTH),",
    wrong: "reference: (attempt.payment_intent ?? randomBase62(40)).slice(-REFERENCE_LENGTH),",
    tests: [LIMITS],
  },
  {
    name: "the token stays with the first sale",
    file: PASS_ON,
    right: "await passToken(tx, attempt, to)",
    wrong: "await passToken(tx, attempt, attempt.id)",
    tests: [LIMITS],
  },
  {
    name: "the payment is not locked for the second sale",
    file: PASS_ON,
    right: "held: await lock(tx, free ?? intent, to)",
    wrong: "held: free ?? intent",
    tests: [LIMITS],
  },
  {
    name: "the first sale stays open beside the second",
    file: "src/payments/intents/apply-outcome.ts",
    right: "triggerOf(sold, outcome, scope, fallback !== undefined)",
    wrong: "triggerOf(sold, outcome, scope, false)",
    tests: [FALLBACK_DEATHS],
  },
]

export const OF_FALLBACK: readonly PlantedBug[] = [...OF_LEAVING, ...OF_SECOND_SALE]
