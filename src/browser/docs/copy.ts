import { TEXTS } from "./texts.ts"

/** Adds a copy button to each sample. */
export function addCopyButtons(): void {
  for (const pre of document.querySelectorAll<HTMLElement>(".code pre")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = TEXTS.copy
    button.addEventListener("click", () => void copy(button, pre.innerText))
    pre.after(button)
  }
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = TEXTS.copied
  } catch {
    // Browsers allow clipboard access only on https and on localhost.
    button.textContent = TEXTS.selectAndCopy
  }
  setTimeout(() => {
    button.textContent = TEXTS.copy
  }, 2000)
}
