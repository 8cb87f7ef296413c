import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { DETAIL_WORDS } from "./detail-words.ts"
import type { PaymentHistory } from "./payment-history.ts"

/** The items of a payment that wait for a person. Each has a link to the page that settles it. */
export function openIssues(request: DashboardRequest, { intent, attempts }: PaymentHistory): Html[] {
  return attempts.flatMap((attempt) => openIssueOf(request, attempt, intent) ?? [])
}

function openIssueOf(request: DashboardRequest, attempt: AttemptRow, intent: PaymentHistory["intent"]): Html | undefined {
  const { id, kind, state, refund, amount, reference } = attempt
  const words = request.words(DETAIL_WORDS)
  const sum = request.money(amount ?? intent.amount, attempt.currency ?? intent.currency)
  if (kind === "charge" && state === "mismatched") {
    const asked = request.money(intent.amount, intent.currency)
    return alert(request, words.mismatched(sum, asked), `/payments/charges/${id}/settle`, words.decide)
  }
  if (kind === "charge" && state === "unknown")
    return alert(request, words.chargeUnknown(reference), `/payments/charges/${id}/settle`, words.settle)
  if (kind === "reversal" && (state === "by_hand" || state === "unknown"))
    return alert(request, words.reversal(sum), `/payments/reversals/${id}/settle`, words.settle)
  if (kind === "refund" && (state === "by_hand" || state === "unknown")) {
    const text = state === "by_hand" ? words.refundByHand(sum) : words.refundUnknown(sum)
    return alert(request, text, `/payments/refunds/${refund}/settle`, words.settle)
  }
  if (kind === "inquiry" && state === "unconfirmed") {
    const dismiss = `/payments/inquiries/${id}/dismiss`
    const isKept = intent.status === "succeeded" && intent.charge === attempt.charge
    if (!isKept) return alert(request, words.returnedInquiry, dismiss, words.dismiss)
    return alert(request, words.inquiry, `/payments/${intent.id}/dispute`, words.doDispute, {
      path: dismiss,
      button: words.doDismiss,
    })
  }
  return undefined
}

type Remedy = { path: string; button: string }

function alert(request: DashboardRequest, text: string, path: string, button: string, ...more: Remedy[]): Html {
  const links = [{ path, button }, ...more].map((each) => html` ${buttonLink(request.pathTo(each.path), each.button)}`)
  return html`<p class="waits"><span>${text}</span>${request.may("operator") && links}</p>`
}
