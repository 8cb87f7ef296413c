const KEY = "vintem-docs-language"

/** Shows all samples in the language that the reader chose last, on any page. */
export function rememberLanguage(): void {
  choose(remembered())
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(".tabs > input")) return
    const before = target.getBoundingClientRect().top
    choose(target.value)
    // The length of the samples above may have changed. The sample in view must not move.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" })
    try {
      localStorage.setItem(KEY, target.value)
    } catch {
      // Without storage, the choice applies only to this page.
    }
  })
}

function choose(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(".tabs > input")) {
    if (input.value === language) input.checked = true
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
