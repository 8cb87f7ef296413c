// Writes docs/states.md from the state tables. Usage: states.ts [file]
import { writeFileSync } from "node:fs"
import path from "node:path"
import { SUBSCRIPTION_TRANSITIONS } from "../src/billing/subscriptions/state.ts"
import { DUE_TRANSITIONS } from "../src/jobs/state.ts"
import { ATTEMPT_TRANSITIONS } from "../src/payments/attempts/state.ts"
import { AUTHENTICATION_TRANSITIONS } from "../src/payments/authentication/state.ts"
import { DISPUTE_TRANSITIONS } from "../src/payments/disputes/state.ts"
import { INTENT_TRANSITIONS } from "../src/payments/intents/state.ts"
import { PAYOUT_TRANSITIONS } from "../src/payouts/state.ts"

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Mermaid's mark for the start and the end of a diagram. */
const TERMINAL = "[*]"

/** Returns the text of docs/states.md. */
export function statesPage(): string {
  return `# States

\`npm run -s states\` draws this page from the tables in the code. A test fails when the two differ.

## PaymentIntent

The table is in \`src/payments/intents/state.ts\`. \`succeeded\` and \`canceled\` are final.

${diagram(INTENT_TRANSITIONS, { requires_payment_method: "created" })}

## CustomerSubscription

The table is in \`src/billing/subscriptions/state.ts\`. \`CANCELED\` is final.
An \`UNPAID\` subscription is not charged again and can only be canceled.

${diagram(SUBSCRIPTION_TRANSITIONS, { TRIALING: "first payment, plan with a trial", ACTIVE: "first payment" })}

## Dispute

The table is in \`src/payments/disputes/state.ts\`. No state is final: the card network may give the money of a lost dispute back, and take
that of a won one again.

${diagram(DISPUTE_TRANSITIONS, { needs_response: "can be answered", lost: "nobody can answer it" })}

## Payout

The table is in \`src/payouts/state.ts\`. \`failed\` and \`canceled\` are final. A bank may send the money back after it has arrived.

${diagram(PAYOUT_TRANSITIONS, { pending: "made" })}

## Attempt

An operation at an acquirer. The table is in \`src/payments/attempts/state.ts\`. [engine.md](engine.md#calls-to-acquirers) has the rules.

${diagram(ATTEMPT_TRANSITIONS, { new: "stored", sent: "stored by a confirm that makes the call at once" })}

## Authentication

The 3-D Secure of a payer before the sale. The table is in \`src/payments/authentication/state.ts\`. No step moves money, so every step but the
last can be begun anew. \`decided\` is final: the sale is sent or refused, or the payment has ended.

${diagram(AUTHENTICATION_TRANSITIONS, { requested: "confirmed" })}

## Due work

The table is in \`src/jobs/state.ts\`. [engine.md](engine.md) has the rules.

${diagram(DUE_TRANSITIONS, { scheduled: "created" })}
`
}

/** A Mermaid diagram with one arrow between two states, labeled with its triggers. Loops are not drawn. */
function diagram(table: Table, first: Record<string, string>): string {
  const arrows = Object.entries(first).map(([state, label]) => `  ${TERMINAL} --> ${state}: ${label}`)
  for (const [from, edges] of Object.entries(table)) {
    const labels = new Map<string, string[]>()
    for (const [trigger, to] of Object.entries(edges)) {
      if (to !== from) labels.set(to, [...(labels.get(to) ?? []), trigger])
    }
    for (const [to, triggers] of labels) arrows.push(`  ${from} --> ${to}: ${triggers.join(", ")}`)
    if (Object.keys(edges).length === 0) arrows.push(`  ${from} --> ${TERMINAL}`)
  }
  return ["```mermaid", "stateDiagram-v2", ...arrows, "```"].join("\n")
}

if (import.meta.main) writeFileSync(process.argv[2] ?? path.resolve(import.meta.dirname, "../docs/states.md"), statesPage())
