import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink } from "../../components/basics.ts"
import { operatorOnly } from "../../forms/platform-money.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { DETAIL_WORDS } from "./detail-words.ts"
import type { PaymentHistory } from "./payment-history.ts"

/** The items of a payment that wait for a person. Each has a link to the page that settles it. */
export async function openIssues(request: DashboardRequest, { intent, attempts }: PaymentHistory): Promise<Html[]> {
  const found = await Promise.all(attempts.map((attempt) => openIssueOf(request, attempt, intent)))
  return found.filter((each) => each !== undefined)
}

async function openIssueOf(
  request: DashboardRequest,
  attempt: AttemptRow,
  intent: PaymentHistory["intent"],
): Promise<Html | undefined> {
  const { id, kind, state, refund, amount, reference } = attempt
  const words = request.words(DETAIL_WORDS)
  const sum = request.money(amount ?? intent.amount, attempt.currency ?? intent.currency)
  if (kind === "charge" && state === "mismatched") {
    const asked = request.money(intent.amount, intent.currency)
    return alert(request, words.mismatched(sum, asked), { path: `/payments/charges/${id}/settle`, button: words.decide })
  }
  if (kind === "charge" && state === "unknown")
    return alert(request, words.chargeUnknown(reference), { path: `/payments/charges/${id}/settle`, button: words.settle })
  if (kind === "reversal" && (state === "by_hand" || state === "unknown"))
    return alert(request, words.reversal(sum), { path: `/payments/reversals/${id}/settle`, button: words.settle })
  if (kind === "refund" && (state === "by_hand" || state === "unknown")) {
    const text = state === "by_hand" ? words.refundByHand(sum) : words.refundUnknown(sum)
    return alert(request, text, { path: `/payments/refunds/${refund}/settle`, button: words.settle })
  }
  return kind === "inquiry" && state === "unconfirmed" ? unconfirmed(request, attempt, intent) : undefined
}

async function unconfirmed(request: DashboardRequest, attempt: AttemptRow, intent: PaymentHistory["intent"]): Promise<Html> {
  const words = request.words(DETAIL_WORDS)
  const path = `/payments/inquiries/${attempt.id}/dismiss`
  const why = await operatorOnly(request, attempt)
  const remedy = (button: string) => (why === undefined ? [{ path, button }] : [])
  const text = (todo: string) => (why === undefined ? todo : `${todo} ${why}`)
  if (intent.status === "canceled" || (intent.status === "succeeded" && intent.charge !== attempt.charge))
    return alert(request, text(words.returnedInquiry), ...remedy(words.dismiss))
  const record = { path: `/payments/${intent.id}/dispute`, button: words.doDispute }
  return alert(request, text(words.inquiry), ...(intent.status === "succeeded" ? [record] : []), ...remedy(words.doDismiss))
}

type Remedy = { path: string; button: string }

function alert(request: DashboardRequest, text: string, ...remedies: Remedy[]): Html {
  const links = remedies.map(({ path, button }) => html` ${buttonLink(request.pathTo(path), button)}`)
  return html`<p class="waits"><span>${text}</span>${request.may("operator") && links}</p>`
}
