// Draws the tables of states into docs/states.md: `states.ts [file]`.
import { writeFileSync } from "node:fs"
import path from "node:path"
import { SUBSCRIPTION_TRANSITIONS } from "../src/billing/subscriptions/state.ts"
import { INTENT_TRANSITIONS } from "../src/payments/intents/state.ts"

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const BEGINNING = "[*]"

/** The page as it has to be. */
export function statesPage(): string {
  return `# States

Drawn from the tables in the code by \`npm run -s states\`; a test fails when this page and the tables differ.

## PaymentIntent

The table is in \`src/payments/intents/state.ts\`. Succeeded and canceled are final.

${diagram(INTENT_TRANSITIONS, { requires_payment_method: "created" })}

## CustomerSubscription

The table is in \`src/billing/subscriptions/state.ts\`. Canceled is final; what is unpaid is charged no more and can only be canceled.

${diagram(SUBSCRIPTION_TRANSITIONS, { TRIALING: "founding payment, plan with a trial", ACTIVE: "founding payment" })}
`
}

/** A Mermaid diagram: one arrow from a state to another, labelled with the triggers that lead there. What stays is not drawn. */
function diagram(table: Table, first: Record<string, string>): string {
  const arrows = Object.entries(first).map(([state, label]) => `  ${BEGINNING} --> ${state}: ${label}`)
  for (const [from, edges] of Object.entries(table)) {
    const labels = new Map<string, string[]>()
    for (const [trigger, to] of Object.entries(edges)) {
      if (to !== from) labels.set(to, [...(labels.get(to) ?? []), trigger])
    }
    for (const [to, triggers] of labels) arrows.push(`  ${from} --> ${to}: ${triggers.join(", ")}`)
    if (Object.keys(edges).length === 0) arrows.push(`  ${from} --> ${BEGINNING}`)
  }
  return ["```mermaid", "stateDiagram-v2", ...arrows, "```"].join("\n")
}

if (import.meta.main) writeFileSync(process.argv[2] ?? path.resolve(import.meta.dirname, "../docs/states.md"), statesPage())
