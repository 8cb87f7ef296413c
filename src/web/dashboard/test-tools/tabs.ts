import type { Html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import type { Words } from "../shell/language.ts"
import { tabs } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"

type Tool = "clock" | "console" | "cards"

const PATHS: Record<Tool, string> = { clock: "/test-tools", console: "/test-tools/console", cards: "/test-tools/cards" }

/** The tabs of the test tools. Only users who may act see the console. */
export function toolTabs(at: At, current: Tool): Html {
  const words = at.words(WORDS)
  const shown = (Object.keys(PATHS) as Tool[]).filter((tool) => tool !== "console" || at.may("operator"))
  return tabs(
    words.tools,
    shown.map((tool) => ({ href: at.path(PATHS[tool]), text: words[tool], current: tool === current })),
  )
}

/** Throws NoSuchPage in live mode, which has no such pages. */
export function mustBeTest({ mode }: At): void {
  if (mode.livemode) throw new NoSuchPage()
}

const en = { tools: "Test tools", clock: "Clock", console: "Console", cards: "Test cards" }
const pt: typeof en = { tools: "Ferramentas de teste", clock: "Relógio", console: "Console", cards: "Cartões de teste" }
const WORDS: Words<typeof en> = { en, pt }
