import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { MENU_KEYS, MENU_NAMES, type MenuEntry } from "../request/menu.ts"

/** The list of keyboard shortcuts. The script opens it, and also implements the shortcuts. */
export function shortcutList(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const names = request.words(MENU_NAMES)
  const row = (keys: string[], text: string) => html`<dt>${text}</dt><dd>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dd>`
  const sections = Object.entries(MENU_KEYS).map(([section, key]) => row(["g", key], names[section as MenuEntry]))
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title"><h2 id="shortcuts-title">${words.title}</h2>
<dl class="keys">${row(["/"], words.search)}${sections}${row(["j", "k"], words.move)}${row(["Enter"], words.open)}${row(["?"], words.list)}</dl>
<form method="dialog"><button class="quiet">${words.close}</button></form></dialog>`
}

const en = {
  title: "Keyboard shortcuts",
  search: "Search",
  move: "Next and previous row",
  open: "Open the row",
  list: "This list",
  close: "Close",
}
const pt: typeof en = {
  title: "Atalhos do teclado",
  search: "Buscar",
  move: "Próxima linha e linha anterior",
  open: "Abrir a linha",
  list: "Esta lista",
  close: "Fechar",
}
const WORDS: Words<typeof en> = { en, pt }
