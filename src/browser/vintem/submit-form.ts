/**
 * Submits the form around an element as browsers do when Enter is pressed in one of its fields: they click its first submit button, and do
 * nothing where that is disabled. A page disables it while a payment is under way.
 */
export function submitForm(place: Element): void {
  const form = place.closest("form")
  if (!form) return
  const button = firstSubmitButton(form)
  if (!button) form.requestSubmit?.()
  else if (!button.matches(":disabled")) button.click()
}

/** It may stand outside the form. Not `form.elements`, which lacks images. */
function firstSubmitButton(form: HTMLFormElement): HTMLButtonElement | HTMLInputElement | undefined {
  const page = form.getRootNode() as ParentNode
  const all = page.querySelectorAll<HTMLButtonElement | HTMLInputElement>("button, input")
  return [...all].find((each) => each.form === form && (each.type === "submit" || each.type === "image"))
}
