/** How long a form cannot be sent again. If the navigation is stopped, the page stays, and the form must work again. */
const MS = 10_000

/**
 * Sends a form once for a double click. The server runs a form once even if it is sent twice. But the browser shows the second response,
 * which lacks data that is shown only once, such as a secret.
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
  // "Back" restores the page from memory, so its forms must work again.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) sent = new WeakMap()
  })
}
