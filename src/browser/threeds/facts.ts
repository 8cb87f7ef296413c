// What the page tells the server of the payer and their browser.

/** What the issuer weighs, besides what it collects itself. */
export function browserFacts() {
  const { width, height, colorDepth } = screen
  return {
    language: navigator.language,
    screen_width: width,
    screen_height: height,
    color_depth: colorDepth,
    time_zone_offset: new Date().getTimezoneOffset(),
    java_enabled: false,
  }
}

export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(new FormData(form)) as Record<string, string>
}

/** Shows what is wrong about the fields with these names, and puts the focus on the first of them. */
export function showWrong(form: HTMLFormElement, names: readonly string[]): void {
  let first: HTMLElement | undefined
  for (const text of form.querySelectorAll<HTMLElement>("[data-wrong]")) {
    const name = text.dataset.wrong ?? ""
    const isWrong = names.includes(name)
    text.hidden = !isWrong
    const field = form.elements.namedItem(name) as HTMLElement | null
    if (!isWrong) field?.removeAttribute("aria-invalid")
    else {
      field?.setAttribute("aria-invalid", "true")
      first ??= field ?? undefined
    }
  }
  first?.focus()
}
