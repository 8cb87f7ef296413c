const SHOWN_MS = 2500

/** Shows the buttons that copy the text after them. They need the script, so the page hides them at first. */
export function showCopyButtons(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const field = button.nextElementSibling as HTMLTextAreaElement
    const label = button.textContent
    let shown: number | undefined
    button.setAttribute("aria-live", "polite")
    button.hidden = false
    button.addEventListener("click", async () => {
      if (!(await copy(field))) return
      button.textContent = `✓ ${button.dataset.done}`
      clearTimeout(shown)
      shown = window.setTimeout(() => {
        button.textContent = label
      }, SHOWN_MS)
    })
  }
}

/** If the browser allows no access to the clipboard, the text is selected, so the payer can copy it. */
async function copy(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.focus()
    field.select()
    return document.execCommand("copy")
  }
}
