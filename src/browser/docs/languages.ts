const KEY = "vintem-docs-language"

/** Shows all samples in the language that the reader chose last, on this page or another. */
export function rememberLanguage(): void {
  choose(remembered())
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(".tabs > input")) return
    const before = target.getBoundingClientRect().top
    choose(target.value)
    // Samples above may have become longer or shorter. The one that the reader looks at stays where it was.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" })
    try {
      localStorage.setItem(KEY, target.value)
    } catch {
      // Without storage the choice is good for this page.
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
