// Bugs of payments that are authorized first and captured later.
import { inWorld } from "./planted-kind.ts"

const AUTHORIZED = "src/payments/intents/authorized.ts"
const CAPTURE = "src/payments/captures/run.ts"
const POLL_AUTHORIZED = "src/payments/intents/poll-authorized.ts"

const IN_BANK = inWorld("bank", [
  {
    name: "a capture whose answer was lost is sent again",
    file: CAPTURE,
    right: "const found = await lookUp(mode, sale)",
    wrong: `const { capture } = await acquirerFor(mode, attempt)
  const again = { account: attempt.account, charge: intent.charge!, amount: attempt.amount! }
  const found: SaleOutcome | Error = await withDeadline(mode.callDeadlineMs, async (signal) => (await capture!(again, signal)) as SaleOutcome).catch((error) => error)`,
  },
  {
    name: "a capture that a look-up does not show counts as not made at once",
    file: CAPTURE,
    right: `now - missing_since >= GIVE_UP_AFTER_SECONDS && attempt.state === "unknown"`,
    wrong: `attempt.state === "unknown"`,
  },
  {
    name: "a payment that was captured elsewhere expires",
    file: POLL_AUTHORIZED,
    right: "if (isShown) await applySaleOutcome(mode, attempt, found as Exclude<Found, Error | undefined>)",
    wrong: "",
  },
  {
    name: "the release of a card is not ordered",
    file: AUTHORIZED,
    right: `await insertNextTo(tx, attempt, { kind: "void", created, charge, amount })`,
    wrong: "",
  },
  {
    name: "a captured part counts as the whole amount",
    file: AUTHORIZED,
    right: `return capture_method === "manual" ? { amount } : {}`,
    wrong: "return {}",
  },
  {
    name: "a capture that was not made has no event",
    file: "src/payments/intents/transition.ts",
    right: `not_captured: ["payment_intent.amount_capturable_updated"],`,
    wrong: "",
  },
])

const IN_CAPTURES = inWorld("captures", [
  {
    name: "what was captured in the portal counts with the amount that is asked for here",
    file: "src/acquirers/cielo/captures.ts",
    right: "currency, ...holdingsOf(payment), ...(references",
    wrong: "currency, ...holdingsOf(payment), captured: amount, ...(references",
  },
  {
    name: "the release of a card at Cielo is not ordered",
    file: AUTHORIZED,
    right: `await insertNextTo(tx, attempt, { kind: "void", created, charge, amount })`,
    wrong: "",
  },
])

export const OF_CAPTURES = [...IN_BANK, ...IN_CAPTURES]
