import type { AttemptRow } from "../../../payments/attempts/store.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { buttonLink } from "../shell/pieces.ts"
import type { Story } from "./story.ts"
import { STORY } from "./story-words.ts"

/** The items of a payment that wait for a person. Each has a link to the page that settles it. */
export function whatWaits(at: At, { intent, attempts }: Story): Html[] {
  return attempts.flatMap((attempt) => waitOf(at, attempt, intent) ?? [])
}

function waitOf(at: At, attempt: AttemptRow, intent: Story["intent"]): Html | undefined {
  const { id, kind, state, refund, amount, reference } = attempt
  const words = at.words(STORY)
  const sum = at.money(amount ?? intent.amount, attempt.currency ?? intent.currency)
  if (kind === "charge" && state === "mismatched") {
    const asked = at.money(intent.amount, intent.currency)
    return alert(at, words.mismatched(sum, asked), `/payments/charges/${id}/settle`, words.decide)
  }
  if (kind === "charge" && state === "unknown") return alert(at, words.chargeUnknown(reference))
  if (kind === "reversal" && (state === "by_hand" || state === "unknown"))
    return alert(at, words.reversal(sum), `/payments/reversals/${id}/settle`, words.settle)
  if (kind === "refund" && (state === "by_hand" || state === "unknown")) {
    const text = state === "by_hand" ? words.refundByHand(sum) : words.refundUnknown(sum)
    return alert(at, text, `/payments/refunds/${refund}/settle`, words.settle)
  }
  if (kind === "inquiry" && state === "unknown")
    return alert(at, words.inquiry, `/payments/${intent.id}/dispute`, words.doDispute)
  return undefined
}

function alert(at: At, text: string, path?: string, button?: string): Html {
  const link = path && button && at.may("operator") && html` ${buttonLink(at.path(path), button)}`
  return html`<p class="waits"><span>${text}</span>${link}</p>`
}
