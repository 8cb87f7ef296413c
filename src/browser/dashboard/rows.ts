/** Gives each row of a list its own name. So it stays the same row when newer ones appear above it. */
export function nameRows(page: Document): void {
  for (const row of page.querySelectorAll<HTMLElement>("main tbody tr")) {
    const link = row.querySelector<HTMLAnchorElement>("a[href]")
    if (!link) continue
    row.classList.add("opens")
    const id = `row:${link.getAttribute("href")}`
    if (!row.id && !page.getElementById(id)) row.id = id
  }
}

/** A click anywhere in a row opens its first link. */
export function openRows(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element
    const row = target.closest("main tbody tr.opens")
    const isOther = target.closest("a, button, input, select, label, summary, textarea") !== null
    if (!row || isOther || event.defaultPrevented || !getSelection()?.isCollapsed) return
    const link = row.querySelector<HTMLAnchorElement>("a[href]")
    if (link && (event.ctrlKey || event.metaKey)) open(link.href, "_blank", "noopener")
    else link?.click()
  })
}

/** Moves the focus to the link of the next or previous row. */
export function moveInRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll("main tbody tr")]
    .map((row) => row.querySelector<HTMLAnchorElement>("a[href]"))
    .filter((link) => link !== null)
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement))
  const next = links[current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step]
  next?.focus()
  next?.closest("tr")?.scrollIntoView({ block: "nearest" })
}
