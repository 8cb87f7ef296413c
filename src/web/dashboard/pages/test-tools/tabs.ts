import type { Html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { tabs } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"

type Tool = "clock" | "console" | "cards"

const PATHS: Record<Tool, string> = { clock: "/test-tools", console: "/test-tools/console", cards: "/test-tools/cards" }

/** The tabs of the test tools. Only users who may act see the console. */
export function toolTabs(request: DashboardRequest, current: Tool): Html {
  const words = request.words(WORDS)
  const shown = (Object.keys(PATHS) as Tool[]).filter((tool) => tool !== "console" || request.may("operator"))
  return tabs(
    words.tools,
    shown.map((tool) => ({ href: request.pathTo(PATHS[tool]), text: words[tool], current: tool === current })),
  )
}

/** Throws PageNotFound in live mode, which has no such pages. */
export function mustBeTestMode({ mode }: DashboardRequest): void {
  if (mode.livemode) throw new PageNotFound()
}

const en = { tools: "Test tools", clock: "Clock", console: "Console", cards: "Test cards" }
const pt: typeof en = { tools: "Ferramentas de teste", clock: "Relógio", console: "Console", cards: "Cartões de teste" }
const WORDS: Words<typeof en> = { en, pt }
