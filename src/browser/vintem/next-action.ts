// Shows a hosted page of the payment in a merchant's page, and learns how the payer's part ended.
import type { Locale } from "../../sdk/browser/types.ts"
import { type Outcome, showHostedPage } from "../shared/hosted-frame.ts"
import { localeOf } from "../shared/locale.ts"

/** The payer's next action: `next_action` of a payment intent. */
type NextAction = {
  type: string
  qr_code_url?: string | null
  pdf_url?: string | null
  url?: string | null
}
type PaymentIntent = {
  status: string
  next_action: NextAction | null
  last_payment_error?: { code: string } | null
}

/** The frame's name for screen readers. */
const TITLES: Record<Locale, string> = {
  "pt-BR": "Conclua o pagamento",
  en: "Complete the payment",
  es: "Complete el pago",
}

/**
 * Shows the payer's next action in `container`: the 3DS challenge, the PIX code or the boleto. Resolves with the outcome, and restores the
 * container and the focus. The outcome is `dismissed` if the payer closes the page or the merchant's page removes it. If the payment intent
 * has already ended, resolves at once. The outcome is no proof of payment: only the event is.
 *
 * Rejects if there is no such container, if the payment intent has no next action, or if the page does not load or is not shown, as on an
 * unregistered origin. The payment is then still open.
 */
export async function handleNextAction(
  { status, next_action, last_payment_error }: PaymentIntent,
  { container }: { container: Element | string },
): Promise<{ outcome: Outcome }> {
  if (status === "succeeded") return { outcome: "succeeded" }
  if (status === "canceled") return { outcome: last_payment_error?.code === "payment_intent_expired" ? "expired" : "failed" }
  const parent = typeof container === "string" ? document.querySelector(container) : container
  if (!parent) throw Error(`handleNextAction: no element matches the container '${container}'.`)
  const url = pageOf(next_action)
  if (!url) throw Error("handleNextAction: the payment intent has no next_action with a page. Pass it as your server got it.")
  const options = { title: TITLES[localeOf(undefined)], greeting: "vintem:next-action:1", notShown } as const
  try {
    return { outcome: await showHostedPage(url, parent, options) }
  } catch (error) {
    throw Error(`handleNextAction: ${(error as Error).message}`)
  }
}

/** Returns the page to which the link in `next_action` belongs, or undefined if it belongs to none. */
function pageOf(action: NextAction | null): URL | undefined {
  const link = String(action?.qr_code_url || action?.pdf_url || action?.url)
  const [, page] = /^(https?:\/\/[^/?#@\\\s]+\/pay\/[0-9A-Za-z]{22})(\/[a-z.]+)?$/.exec(link) ?? []
  return page ? new URL(page) : undefined
}

function notShown(origin: string): string {
  return `${origin} shows no page here. Register ${location.origin} as an origin of your account. If it is, the payer's network failed.`
}
