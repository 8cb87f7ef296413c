import { dateOf, dayOf } from "../../../base/day.ts"
import type { Html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import { tabs } from "../components/basics.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

/** Links to the days that people ask for most. They set `from` and `to`, keep the other filters, and begin with the newest items. */
export function quickDays(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const today = dayOf(request.now)
  const { before: _, after: __, from: ___, to: ____, ...kept } = request.ctx.query as Record<string, string>
  const link = (text: string, days: Record<string, string>) => ({
    href: `${request.ctx.path}?${new URLSearchParams({ ...kept, ...days })}`,
    text,
    current: request.queryParameter("from") === (days.from ?? "") && request.queryParameter("to") === (days.to ?? ""),
  })
  const between = (from: number, to: number) => ({ from: dateOf(from), to: dateOf(to) })
  return tabs(words.days, [
    link(words.always, {}),
    link(words.today, between(today, today)),
    link(words.yesterday, between(today - 1, today - 1)),
    link(words.week, between(today - 6, today)),
  ])
}

const en = { days: "Days", always: "All", today: "Today", yesterday: "Yesterday", week: "7 days" }
const pt: typeof en = { days: "Dias", always: "Todos", today: "Hoje", yesterday: "Ontem", week: "7 dias" }
const WORDS: Words<typeof en> = { en, pt }
