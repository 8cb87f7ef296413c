// Helps with the form of a pay page. PIX and boleto work without it.

/** Writes a CPF, a CNPJ and a CEP as people do when the payer leaves the field, and never while they type. */
export function writeNumbersWell(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>("[data-mask]")) {
    const write = field.dataset.mask === "document" ? documentOf : postalCodeOf
    field.addEventListener("change", () => {
      field.value = write(field.value)
    })
  }
}

function documentOf(text: string): string {
  const plain = text.replace(/[\s./-]/g, "").toUpperCase()
  if (/^\d{11}$/.test(plain)) return plain.replace(/^(.{3})(.{3})(.{3})/, "$1.$2.$3-")
  return /^[\dA-Z]{12}\d{2}$/.test(plain) ? plain.replace(/^(.{2})(.{3})(.{3})(.{4})/, "$1.$2.$3/$4-") : text
}

function postalCodeOf(text: string): string {
  return text.replace(/^\s*(\d{5})[\s.-]*(\d{3})\s*$/, "$1-$2")
}

/** Disables the button of a form that is being sent. The Back button may show the page as it was, so it is enabled again there. */
export function sendOnce(form: HTMLFormElement): void {
  const buttons = form.querySelectorAll("button")
  const setDisabled = (isDisabled: boolean) => {
    for (const button of buttons) button.disabled = isDisabled
  }
  form.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) setDisabled(true)
  })
  addEventListener("pageshow", ({ persisted }) => persisted && setDisabled(false))
}
