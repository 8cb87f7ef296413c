// Shows a hosted page of a payment in a frame, for a merchant's page (src/browser/vintem) and for the pay page (src/browser/pay). The
// counterpart inside the frame is src/browser/pay/embedded.ts.
import { rememberFocus } from "./focus.ts"

export type Outcome = "succeeded" | "failed" | "expired" | "dismissed"

/** The page gets a port with one of these. After the second one it has no button to close it, because the page around it has one. */
export type Greeting = "vintem:next-action:1" | "vintem:next-action:1:closable"

export type FrameOptions = {
  /** The frame's name for screen readers. */
  title: string
  greeting: Greeting
  /** Called when the page has responded first. */
  onShown?: () => void
  /** Returns what an error says if the page is loaded, and does not respond. */
  notShown: (origin: string) => string
}

const OUTCOMES = ["succeeded", "failed", "expired", "dismissed"]
const MAX_HEIGHT = 5000
/** The page may load slowly on the payer's network. */
const LOAD_MS = 60_000
/** A loaded page responds at once. A blocked one also "loads", as an error page, and never responds. */
const ANSWER_MS = 4000

/**
 * Shows the page in `parent`. Resolves with the outcome, removes the frame and restores the focus. The outcome is `dismissed` if the payer
 * closes the page or something removes it. Rejects if the page does not load or is not shown. The payment is then still open.
 */
export function showHostedPage(
  { href, origin }: URL,
  parent: Element,
  { title, greeting, onShown, notShown }: FrameOptions,
): Promise<Outcome> {
  const frame = newFrame(href, title)
  const giveFocusBack = rememberFocus()
  return new Promise<Outcome>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(late)
      removal.disconnect()
      frame.remove()
      settle()
      giveFocusBack()
    }
    const giveUp = (why: string) => end(() => reject(Error(why)))
    let late = setTimeout(giveUp, LOAD_MS, `the page of ${origin} did not load within a minute. The payment is still open.`)
    let shown = false
    const removal = new MutationObserver(() => frame.isConnected || end(() => resolve("dismissed")))
    for (const root of [document, parent.getRootNode()]) removal.observe(root, { childList: true, subtree: true })
    // The frame may move on to another page, which also gets a port. It may be the bank's page, which does not respond.
    frame.onload = () => {
      clearTimeout(late)
      if (!shown) late = setTimeout(giveUp, ANSWER_MS, notShown(origin))
      greet(frame, { origin, greeting }, ({ height = 0, outcome = "" }) => {
        clearTimeout(late)
        if (height > 0) frame.style.height = `${Math.min(height, MAX_HEIGHT)}px`
        if (!shown) {
          shown = true
          frame.focus()
          onShown?.()
        }
        if (OUTCOMES.includes(outcome)) end(() => resolve(outcome as Outcome))
      })
    }
    parent.append(frame)
  })
}

function newFrame(href: string, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe")
  frame.src = href
  frame.allow = "clipboard-write"
  frame.title = title
  frame.style.cssText = "display:block;width:100%;height:0;border:0"
  return frame
}

/** Sends the page a port for its responses. Only a page of this origin gets it. */
function greet(
  frame: HTMLIFrameElement,
  { origin, greeting }: { origin: string; greeting: Greeting },
  hear: (message: { height?: number; outcome?: string }) => void,
): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => hear(Object(data))
  frame.contentWindow?.postMessage(greeting, origin, [port2])
}
