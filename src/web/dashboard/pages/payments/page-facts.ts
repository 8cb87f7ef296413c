import type { PaymentIntent } from "../../../../../generated/types.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { idText } from "../../components/basics.ts"
import { copyable } from "../../components/copyable.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

const en = {
  payPage: "Page to pay on",
  paymentLink: "Payment link",
  replaces: "Second try of",
  replacedBy: "The payer goes on with",
}

const pt: typeof en = {
  payPage: "Página de pagamento",
  paymentLink: "Link de pagamento",
  replaces: "Nova tentativa de",
  replacedBy: "O pagador segue com",
}

const WORDS: Words<typeof en> = { en, pt }

type Pages = Pick<PaymentIntent, "hosted_url" | "payment_link" | "replaces" | "replaced_by">

/** Where a payment can be paid, the link that it was made by, and the payments before and after it on the pay page. */
export function pageFacts(request: DashboardRequest, intent: Pages): (readonly [string, Html | false])[] {
  const words = request.words(WORDS)
  const linkTo = (path: string, id: string | null) =>
    id !== null && html`<a href="${request.pathTo(`/${path}/${id}`)}">${idText(id)}</a>`
  return [
    [words.payPage, intent.hosted_url !== null && copyable(intent.hosted_url)],
    [words.paymentLink, linkTo("links", intent.payment_link)],
    [words.replaces, linkTo("payments", intent.replaces)],
    [words.replacedBy, linkTo("payments", intent.replaced_by)],
  ]
}
