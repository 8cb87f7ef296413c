// The counterpart of src/browser/shared/hosted-frame.ts. Browsers let only the account's origins frame the page (frame-ancestors), and the
// pay page a challenge. So the parent page may learn its height and its outcome.

import type { Greeting } from "../shared/hosted-frame.ts"
import { only } from "../shared/only.ts"

const GREETINGS: readonly Greeting[] = ["vintem:next-action:1", "vintem:next-action:1:closable"]

/**
 * Waits for a message of the parent page. Then reports this page's height and its outcome, and whether the payer closes it. The returned
 * function reports a later outcome. It returns false if the parent page has not sent its message yet.
 */
export function onEmbedded(main: HTMLElement, outcome: string | undefined): (outcome: string) => boolean {
  let port: MessagePort | undefined
  document.documentElement.classList.add("embedded")
  window.addEventListener("message", (event) => {
    const [given] = event.ports
    if (event.source !== window.parent || !GREETINGS.includes(event.data) || !given) return
    port = given
    const tellHeight = () => given.postMessage({ height: Math.ceil(main.getBoundingClientRect().height) })
    new ResizeObserver(tellHeight).observe(main)
    tellHeight()
    const dismiss = () => given.postMessage({ outcome: "dismissed" })
    if (outcome) given.postMessage({ outcome })
    else if (event.data === GREETINGS[0]) showClose(main, dismiss)
    else closeByEscape(dismiss)
  })
  return (later) => {
    port?.postMessage({ outcome: later })
    return port !== undefined
  }
}

function showClose(main: HTMLElement, onClose: () => void): void {
  const button = main.querySelector<HTMLButtonElement>(".close")
  if (!button) return
  main.classList.add("has-close")
  button.hidden = false
  button.onclick = onClose
}

/** The parent's dialog does not get the keys that are pressed in its frame. */
function closeByEscape(onClose: () => void): void {
  document.documentElement.classList.add("in-dialog")
  document.addEventListener("keydown", ({ key }) => key === "Escape" && onClose())
}

/**
 * Submits the challenge's form with fetch. A submission by the browser would load the shop's return_url inside the frame.
 * `check` looks up the payment's state.
 */
export function submitWithoutLeaving(main: HTMLElement, check: () => void): void {
  const form = main.querySelector("form")
  form?.addEventListener("submit", async (event) => {
    event.preventDefault()
    const { name, value } = (event as SubmitEvent).submitter as HTMLButtonElement
    const buttons = form.querySelectorAll("button")
    for (const button of buttons) button.disabled = true
    const response = await fetch(location.pathname, {
      method: "POST",
      body: new URLSearchParams({ [name]: value }),
      redirect: "manual",
    }).catch(() => undefined)
    if (response?.type === "opaqueredirect") return check()
    for (const button of buttons) button.disabled = false
    only("[data-problem]", main).hidden = false
  })
}
