/** For how long a form is not sent again. A navigation that was stopped leaves the page, and then it can be. */
const MS = 10_000

/**
 * Sends a form once for a double click. The server does once what is sent twice, but the browser shows the second response, which does
 * not have what is shown only once, such as a secret.
 */
export function sendOnce(): void {
  let sent = new WeakMap<HTMLFormElement, number>()
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !form.matches("form.post")) return
    const now = performance.now()
    if (now - (sent.get(form) ?? -MS) < MS) event.preventDefault()
    else sent.set(form, now)
  })
  // "Back" shows the page as it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) sent = new WeakMap()
  })
}
