// Shows a hosted page of the payment in a frame, and learns how the payer's part ended. Its counterpart is src/browser/pay.
import type { Locale } from "../../sdk/browser/types.ts"
import { localeOf } from "../shared/locale.ts"
import { rememberFocus } from "./focus.ts"

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
type Outcome = "succeeded" | "failed" | "expired" | "dismissed"

const OUTCOMES = ["succeeded", "failed", "expired", "dismissed"]
const MAX_HEIGHT = 5000
/** The page may load slowly on the payer's network. */
const LOAD_MS = 60_000
/** A loaded page responds at once. A blocked one also "loads", as an error page, and never responds. */
const ANSWER_MS = 4000

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
  return { outcome: await show(url, parent) }
}

/** Returns the page to which the link in `next_action` belongs, or undefined if it belongs to none. */
function pageOf(action: NextAction | null): URL | undefined {
  const link = String(action?.qr_code_url || action?.pdf_url || action?.url)
  const [, page] = /^(https?:\/\/[^/?#@\\\s]+\/pay\/[0-9A-Za-z]{22})(\/[a-z.]+)?$/.exec(link) ?? []
  return page ? new URL(page) : undefined
}

function show({ href, origin }: URL, parent: Element): Promise<Outcome> {
  const frame = newFrame(href)
  const giveFocusBack = rememberFocus()
  return new Promise<Outcome>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(late)
      removal.disconnect()
      frame.remove()
      settle()
      giveFocusBack()
    }
    const giveUp = (why: string) => end(() => reject(Error(`handleNextAction: ${why}`)))
    let late = setTimeout(giveUp, LOAD_MS, `the page of ${origin} did not load within a minute. The payment is still open.`)
    let shown = false
    const removal = new MutationObserver(() => frame.isConnected || end(() => resolve("dismissed")))
    for (const root of [document, parent.getRootNode()]) removal.observe(root, { childList: true, subtree: true })
    // The frame may move on to another page, which also gets a port. It may be the bank's page, which does not respond.
    frame.onload = () => {
      clearTimeout(late)
      if (!shown) late = setTimeout(giveUp, ANSWER_MS, notShown(origin))
      greet(frame, origin, ({ height = 0, outcome = "" }) => {
        clearTimeout(late)
        if (height > 0) frame.style.height = `${Math.min(height, MAX_HEIGHT)}px`
        if (!shown) frame.focus()
        shown = true
        if (OUTCOMES.includes(outcome)) end(() => resolve(outcome as Outcome))
      })
    }
    parent.append(frame)
  })
}

function newFrame(href: string): HTMLIFrameElement {
  const frame = document.createElement("iframe")
  frame.src = href
  frame.allow = "clipboard-write"
  frame.title = TITLES[localeOf(undefined)]
  frame.style.cssText = "display:block;width:100%;height:0;border:0"
  return frame
}

function notShown(origin: string): string {
  return `${origin} shows no page here. Register ${location.origin} as an origin of your account. If it is, the payer's network failed.`
}

/** Sends the page a port for its responses. Only a page of this origin gets it. */
function greet(frame: HTMLIFrameElement, origin: string, hear: (message: { height?: number; outcome?: string }) => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => hear(Object(data))
  frame.contentWindow?.postMessage("vintem:next-action:1", origin, [port2])
}
