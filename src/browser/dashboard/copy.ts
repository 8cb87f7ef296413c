const LABELS = { en: ["Copy", "Copied"], pt: ["Copiar", "Copiado"] } as const

/** Gives each text that is to be copied a button that does it. Without the script, a click selects the text whole. */
export function addCopyButtons(): void {
  // Browsers have a clipboard only on https and on localhost.
  if (!navigator.clipboard) return
  const [copy, copied] = document.documentElement.lang.startsWith("pt") ? LABELS.pt : LABELS.en
  for (const source of document.querySelectorAll("[data-copy]")) {
    if (source.nextElementSibling?.classList.contains("copy")) continue
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy quiet"
    button.textContent = copy
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(source.textContent ?? "")
      button.textContent = copied
    })
    source.after(" ", button)
  }
}
