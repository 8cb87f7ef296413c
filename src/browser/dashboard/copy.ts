/** Adds a copy button to each copyable block, and to the id of a page. */
export function addCopyButtons(page: Document): void {
  const { copy } = document.body.dataset
  if (!copy) return
  for (const text of page.querySelectorAll<HTMLElement>(".copyable, dd > .id, main > p > .id")) {
    const button = page.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = copy
    text.after(button)
  }
}

export function copyOnClick(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("button.copy")
    if (button) void copyBefore(button)
  })
}

async function copyBefore(button: HTMLElement): Promise<void> {
  const text = button.previousElementSibling as HTMLElement
  const { copy = "", copied = "" } = document.body.dataset
  try {
    await navigator.clipboard.writeText(text.innerText.trim())
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  } catch {
    // Browsers allow clipboard access only on https and on localhost. Elsewhere the text is selected, so a key copies it.
    getSelection()?.selectAllChildren(text)
  }
}
