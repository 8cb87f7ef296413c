// The page's side of src/browser/vintem/next-action.ts. Browsers let only the account's origins frame the page (frame-ancestors), so
// whoever is around it may know its height and its outcome.

/**
 * Waits for the page around this one, and tells it the height of this page, its outcome, and that the payer closes it. The function that is
 * returned tells it an outcome that comes later. It returns false where that page has not been heard of yet.
 */
export function onEmbedded(main: HTMLElement, outcome: string | undefined): (outcome: string) => boolean {
  let port: MessagePort | undefined
  document.documentElement.classList.add("embedded")
  window.addEventListener("message", (event) => {
    const [given] = event.ports
    if (event.source !== window.parent || event.data !== "vintem:next-action:1" || !given) return
    port = given
    const tellHeight = () => given.postMessage({ height: Math.ceil(main.getBoundingClientRect().height) })
    new ResizeObserver(tellHeight).observe(main)
    tellHeight()
    if (outcome) given.postMessage({ outcome })
    else showClose(main, () => given.postMessage({ outcome: "dismissed" }))
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

/**
 * Sends the challenge's form by itself. A submission by the browser would lead the frame to the shop's return_url, inside the shop.
 * `check` finds out what has become of the payment.
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
    main.querySelector<HTMLElement>("[data-problem]")!.hidden = false
  })
}
