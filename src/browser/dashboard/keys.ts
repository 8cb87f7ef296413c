import { moveInRows } from "./rows.ts"

/** How long `g` waits for the key of a section. */
const WAIT_MS = 1500

/** `/` focuses the search, `g` and a letter open a section, `j` and `k` move in a list, `?` lists the shortcuts. */
export function listenToKeys(): void {
  let goUntil = 0
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing, repeat } = event
    if (ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented || isTaken(event.target as Element)) return
    const isGoing = event.timeStamp < goUntil
    goUntil = key === "g" && !repeat ? event.timeStamp + WAIT_MS : 0
    if (isGoing ? go(key) : act(key)) event.preventDefault()
  })
}

function go(key: string): boolean {
  if (!/^[a-z]$/.test(key)) return false
  const link = document.querySelector<HTMLAnchorElement>(`.menu a[data-key="${key}"]`)
  if (link) location.href = link.href
  return link !== null
}

function act(key: string): boolean {
  if (key === "/") {
    const search = document.querySelector<HTMLInputElement>(".search input")
    search?.focus()
    search?.select()
    return search !== null
  }
  if (key === "?") {
    document.querySelector<HTMLDialogElement>("#shortcuts")?.showModal?.()
    return true
  }
  if (key === "j" || key === "k") moveInRows(key === "j" ? 1 : -1)
  return false
}

/** Returns whether an element takes the keys itself, or a dialog is open. */
function isTaken(element: Element): boolean {
  return (
    element.closest("input, textarea, select, [contenteditable], dialog") !== null ||
    document.querySelector("dialog[open]") !== null
  )
}
