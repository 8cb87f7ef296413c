/**
 * Submits the form around an element, as browsers do for Enter in a field: they click its first submit button, and do nothing if that is
 * disabled. A page disables the button during a payment.
 */
export function submitForm(place: Element): void {
  const form = place.closest("form")
  if (!form) return
  const button = firstSubmitButton(form)
  if (!button) form.requestSubmit?.()
  else if (!button.matches(":disabled")) button.click()
}

/** The button may be outside of the form. `form.elements` lacks image buttons. */
function firstSubmitButton(form: HTMLFormElement): HTMLButtonElement | HTMLInputElement | undefined {
  const page = form.getRootNode() as ParentNode
  const all = page.querySelectorAll<HTMLButtonElement | HTMLInputElement>("button, input")
  return [...all].find((each) => each.form === form && (each.type === "submit" || each.type === "image"))
}
