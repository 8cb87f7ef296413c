// Bugs of the steps of an authentication, from the confirm to the sale.
import type { PlantedBug } from "./bug.ts"
import { LIVE, MEANWHILE, POLICY, PROVEN, UNAUTHENTICATED } from "./tests.ts"

const STEPS = "src/payments/three-d-secure/steps.ts"
const FINISH = "src/payments/three-d-secure/finish.ts"
const AUTHENTICATING = "src/payments/three-d-secure/authenticating.ts"
const STORE = "src/payments/authentication/store.ts"
const TABLE = "src/payments/authentication/table.ts"
const STATE = "src/payments/authentication/state.ts"
const ASK = "src/payments/intents/authenticate.ts"
const AFTER_REFUSAL = "src/payments/intents/after-refusal.ts"
const END_WAITED = "src/payments/intents/end-waited.ts"

export const OF_STEPS: readonly PlantedBug[] = [
  {
    name: "another amount is authenticated than is sold",
    file: STEPS,
    right: "return { reference, amount, currency }",
    wrong: "return { reference, amount: amount - 1, currency }",
    tests: [LIVE],
  },
  {
    name: "the amount changes between init and enroll",
    file: STEPS,
    right: "authenticator.enroll(open, { ...order, payer,",
    wrong: "authenticator.enroll(open, { ...order, amount: order.amount + 1, payer,",
    tests: [LIVE],
  },
  {
    name: "an authentication is of the attempt's id, not of the sale's reference",
    file: STEPS,
    right: "function orderOf({ attempt: { reference }, intent",
    wrong: "function orderOf({ attempt: { id: reference }, intent",
    tests: [LIVE],
  },
  {
    name: "a step of an older session is taken in the current one",
    file: STEPS,
    right: "if (page.row.session !== session || (await isDetached(page))) return OVER",
    wrong: "if (await isDetached(page)) return OVER",
    tests: [LIVE],
  },
  {
    name: "a step that another request has taken is taken again",
    file: STEPS,
    right: "const row = await mode.database.transaction((tx) => moveAuthentication(tx, page.row, trigger))",
    wrong: "const row = (await mode.database.transaction((tx) => moveAuthentication(tx, page.row, trigger))) ?? page.row",
    tests: [PROVEN],
  },
  {
    name: "a step is not stored before its call",
    file: STEPS,
    right: "const row = await mode.database.transaction((tx) => moveAuthentication(tx, page.row, trigger))",
    wrong: "const row = page.row",
    tests: [PROVEN],
  },
  {
    name: "the sessions of a payer are not counted",
    file: STEPS,
    right: "{ ...NO_SESSION, sessions: row.sessions + 1 }",
    wrong: "{ ...NO_SESSION, sessions: row.sessions }",
    tests: [UNAUTHENTICATED],
  },
  {
    name: "a session that was begun earlier takes the place of a later one",
    file: STORE,
    right: "step: p.from, sessions: p.before })",
    wrong: "step: p.from })",
    tests: [PROVEN],
  },
  {
    name: "an error after the challenge lets the payer through",
    file: STEPS,
    right: "row.transaction_id === null ? UNAVAILABLE : NOT_BELIEVED",
    wrong: "UNAVAILABLE",
    tests: [UNAUTHENTICATED],
  },
  {
    name: "a payer who leaves is sold to without 3DS",
    file: FINISH,
    right: "return decideAuthentication(page, NOT_BELIEVED, { inAnySession: true })",
    wrong: "return decideAuthentication(page, UNAVAILABLE, { inAnySession: true })",
    tests: [PROVEN],
  },
  {
    name: "the result of a session counts after a later one has begun",
    file: FINISH,
    right: "if (!isCurrent && !inAnySession) throw new Overtaken()",
    wrong: "",
    tests: [PROVEN],
  },
  {
    name: "a payer who has failed is sold to where 3DS was not required",
    file: FINISH,
    right: `case "failed":
      return false`,
    wrong: `case "failed":
      return !required`,
    tests: [UNAUTHENTICATED],
  },
  {
    name: "a sale that requires 3DS is sent without it",
    file: FINISH,
    right: "return !required",
    wrong: "return true",
    tests: [UNAUTHENTICATED],
  },
  {
    name: "the payer's time is ignored",
    file: AUTHENTICATING,
    right: " && now < row.expires_at",
    wrong: "",
    tests: [PROVEN],
  },
  {
    name: "the card of a token is kept for as long as the page is open",
    file: ASK,
    right: "madeAt === null ? ends : Math.min(ends, madeAt + CARD_SECONDS)",
    wrong: "ends",
    tests: [PROVEN],
  },
  {
    name: "a payer who is absent is to be authenticated",
    file: ASK,
    right: "|| !customer || off_session ||",
    wrong: "|| !customer ||",
    tests: [PROVEN],
  },
  {
    name: "a validation may follow without a challenge",
    file: STATE,
    right: `begun: { ...ALWAYS, enroll: "enrolling" }`,
    wrong: `begun: { ...ALWAYS, enroll: "enrolling", validate: "validating" }`,
    tests: [POLICY],
  },
  {
    name: "a session may begin once the result is known",
    file: STATE,
    right: "decided: {},",
    wrong: `decided: { begin: "begun" },`,
    tests: [POLICY],
  },
  {
    name: "what opens a session is kept once its result is known",
    file: STORE,
    right: "return { result, sealed_proof, sealed_secret: null, transaction_id: null }",
    wrong: "return { result, sealed_proof, transaction_id: null }",
    tests: [PROVEN],
  },
  {
    name: "what a sale carries is kept after its payer has given up",
    file: END_WAITED,
    right: "await forgetProof(tx, sale)",
    wrong: "",
    tests: [MEANWHILE],
  },
  {
    name: "the proof of one payment opens in another",
    file: TABLE,
    right: "{attempt} proof",
    wrong: "{attempt.length} proof",
    tests: [PROVEN],
  },
  {
    name: "the session of one payment opens in another",
    file: TABLE,
    right: "{attempt} secret",
    wrong: "{attempt.length} secret",
    tests: [PROVEN],
  },
  {
    name: "a saved card that was detached is charged",
    file: END_WAITED,
    right: "return method?.customer === null && (await",
    wrong: "return method === undefined && (await",
    tests: [MEANWHILE],
  },
  {
    name: "a detached card is charged by a process that takes its sale over",
    file: "src/payments/intents/sale.ts",
    right: "return (await endIfDetached(tx, scope, attempt)) ? undefined : markAsSent(tx, mode, attempt)",
    wrong: "return scope && markAsSent(tx, mode, attempt)",
    tests: [MEANWHILE],
  },
  {
    name: "a sale that was refused is sent again under its reference",
    file: "src/payments/intents/sale.ts",
    right: "const keeps_reference = challenge !== null",
    wrong: "const keeps_reference = false",
    tests: [UNAUTHENTICATED],
  },
  {
    name: "a payer who is absent is asked after a refusal",
    file: AFTER_REFUSAL,
    right: "return !off_session && retry_until === null",
    wrong: "return retry_until === null",
    tests: [PROVEN],
  },
  {
    name: "a refusal asks a payer who must never be asked",
    file: AFTER_REFUSAL,
    right: `requestedThreeDSecure(intent) !== "automatic"`,
    wrong: `requestedThreeDSecure(intent) === "any"`,
    tests: [LIVE],
  },
  {
    name: "the result of an authentication is forgotten where the sale does not repeat it",
    file: FINISH,
    right: "return details.card ? { ...details, card: { ...details.card, three_d_secure } } : details",
    wrong:
      "return details.card && three_d_secure.liability_shifted ? { ...details, card: { ...details.card, three_d_secure } } : details",
    tests: [UNAUTHENTICATED],
  },
]
