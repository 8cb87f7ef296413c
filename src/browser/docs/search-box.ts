import { only } from "../shared/only.ts"
import { type Entry, searchIndex, withoutAccents } from "./search-index.ts"
import { TEXTS } from "./texts.ts"

/** The search box in the header: `/` focuses it, the arrows choose a result, Enter opens it, Escape closes the list. */
export function startSearch(): void {
  const input = only<HTMLInputElement>(".search input")
  const panel = only(".search .results")
  const list = only("[role=listbox]", panel)
  const status = only("[role=status]", panel)
  let chosen = -1

  const open = (isOpen: boolean) => {
    panel.hidden = !isOpen
    input.setAttribute("aria-expanded", String(isOpen))
    if (!isOpen) input.removeAttribute("aria-activedescendant")
  }
  const choose = (index: number) => {
    const options = [...list.children] as HTMLElement[]
    if (options.length === 0) return
    chosen = (index + options.length) % options.length
    for (const [at, option] of options.entries()) {
      option.setAttribute("aria-selected", String(at === chosen))
      if (at !== chosen) continue
      option.scrollIntoView({ block: "nearest" })
      input.setAttribute("aria-activedescendant", option.id)
    }
  }
  const show = async () => {
    const query = input.value.trim()
    if (query === "") return open(false)
    try {
      const entries = (await searchIndex())(query)
      if (query !== input.value.trim()) return
      list.replaceChildren(...entries.map((entry, index) => option(entry, index, query)))
      status.textContent = entries.length > 0 ? "" : TEXTS.nothing(query)
      choose(0)
    } catch (error) {
      list.replaceChildren()
      status.textContent = `${(error as Error).message} ${TEXTS.retry}`
    }
    open(true)
  }

  input.addEventListener("focus", () => void searchIndex().catch(() => {})) // an error is shown when the reader types
  input.addEventListener("input", () => void show())
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1)
    else if (event.key === "ArrowUp") choose(chosen - 1)
    else if (event.key === "Enter") (list.children[chosen] as HTMLElement | undefined)?.click()
    else if (event.key === "Escape") {
      if (panel.hidden) input.blur()
      open(false)
    } else return
    event.preventDefault()
  })
  list.addEventListener("click", () => {
    open(false)
    input.value = ""
    input.blur()
  })
  document.addEventListener("click", ({ target }) => {
    if (!(target as Element).closest(".search")) open(false)
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target as Element)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

function isTyping(element: Element): boolean {
  return element.closest("input, textarea, select, [contenteditable], [role=textbox]") !== null
}

function option({ path, title, kind, text }: Entry, index: number, query: string): HTMLElement {
  const link = document.createElement("a")
  link.id = `result-${index}`
  link.setAttribute("role", "option")
  link.href = path
  // The reference is in English.
  if (!path.startsWith("/v1/docs/guides/")) link.lang = "en"
  link.tabIndex = -1
  for (const [name, part] of Object.entries({ title, kind, text: excerpt(text, query) })) {
    const span = document.createElement("span")
    span.className = name
    span.textContent = part
    link.append(span)
  }
  return link
}

const EXCERPT = 140

/** Returns the text around the first matching word of the query, cut at whole words. */
function excerpt(text: string, query: string): string {
  const plain = withoutAccents(text).toLowerCase()
  const places = withoutAccents(query)
    .toLowerCase()
    .split(/\s+/)
    .map((word) => plain.indexOf(word))
    .filter((place) => place >= 0)
  const start = places.length > 0 ? Math.max(0, Math.min(...places) - 40) : 0
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1
  const end = from + EXCERPT
  const shown = text.length > end ? `${text.slice(from, text.lastIndexOf(" ", end))} …` : text.slice(from)
  return `${from > 0 ? "… " : ""}${shown}`
}
