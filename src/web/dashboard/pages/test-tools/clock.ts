import { setTimeout as pause } from "node:timers/promises"
import { minuteOf, msOfMinute } from "../../../../base/day.ts"
import { CLOCK_JOBS } from "../../../../modes/wiring.ts"
import {
  type Advance,
  advanceClock,
  listAdvances,
  MAX_ADVANCE_SECONDS,
  queueForTurn,
  type Turn,
} from "../../../../test-clock/advance.ts"
import { expectedBy, type Forecast } from "../../../../test-clock/expected.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, titledCard } from "../../components/basics.ts"
import type { Change } from "../../forms/change.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./clock-words.ts"
import { forecastTable } from "./forecast.ts"
import { mustBeTestMode, toolTabs } from "./tabs.ts"

const PATH = "/test-tools"
const HOUR = 3600
const DAY = 86_400
const MONTH = 30 * DAY
const PERIODS = [HOUR, DAY, 7 * DAY, MONTH, 365 * DAY]

/** How long the page waits for an advance. A longer one continues in the background. */
const PATIENCE_MS = 2000
/** While the clock moves, the page reloads after this many seconds if there is no script. */
const RELOAD_SECONDS = 3

/** The clock of an account in test mode, and what an advance would cause. */
export function clockPages(routes: PageRoutes): void {
  routes.page(PATH, async (request) => {
    mustBeTestMode(request)
    const words = request.words(WORDS)
    const { now } = await request.scope()
    const [advances, forecast] = await Promise.all([
      listAdvances(request.mode.database, request.account),
      expectedBy(request.mode.database, request.account, now + MONTH),
    ])
    const body = html`${toolTabs(request, "clock")}${timeFacts(request, now)}${advances.length > 0 && underWay(request, advances, now)}
${request.may("operator") && titledCard(words.advance, advanceForm(request, now))}
${titledCard(words.nextMonth, forecastTable(request, forecast, emptyList(words.nothingNextMonth)))}`
    return { title: words.title, body, ...(advances.length > 0 && { reloadSeconds: RELOAD_SECONDS }) }
  })
  routes.change(`${PATH}/advance`, advanceChange)
}

function timeFacts(request: DashboardRequest, now: number): Html {
  const words = request.words(WORDS)
  const real = Math.floor(request.mode.clock.now() / 1000)
  return facts([
    [words.accountTime, html`<strong>${request.dateTime(now)}</strong>`],
    [words.realTime, request.dateTime(real)],
    [words.ahead, now - real > 0 ? words.span(now - real) : words.notAhead],
  ])
}

/** The running and waiting advances. */
function underWay(request: DashboardRequest, advances: Advance[], now: number): Html {
  const words = request.words(WORDS)
  const left = (target: number) => words.left(words.span(Math.max(0, target - now)))
  const list = table({
    caption: words.underWay,
    columns: [words.state, words.progress, words.goesTo, words.remains],
    rows: advances.map((advance) => [
      advance.running ? badge("waiting", words.running) : badge("calm", words.waiting),
      progress(request, advance, now),
      advance.target === null ? words.whenItsTurnComes : request.dateTime(advance.target),
      advance.target === null ? null : left(advance.target),
    ]),
  })
  return titledCard(words.underWay, html`<p>${words.reloads}</p>${list}`)
}

/** How far an advance has moved through the account's time. */
function progress(request: DashboardRequest, { from, target }: Advance, now: number): Html | null {
  if (from === null || target === null || target <= from) return null
  const share = Math.min(1, Math.max(0, now - from) / (target - from))
  const text = request.percent(Math.floor(share * 100) / 100)
  return html`<progress max="1" value="${share.toFixed(4)}" aria-label="${request.words(WORDS).progress}"></progress> <span class="nowrap">${text}</span>`
}

/** Both forms lead to the page that says what the advance will cause. They work without a script. */
function advanceForm(request: DashboardRequest, now: number): Html {
  const words = request.words(WORDS)
  const path = request.pathTo(`${PATH}/advance`)
  const periods = PERIODS.map((seconds) => buttonLink(`${path}?seconds=${seconds}`, words.by(seconds), "quiet"))
  return html`<p>${words.advanceText}</p><p class="actions">${periods}</p>
<form class="inline" action="${path}"><p class="field"><label for="until">${words.until}</label>
<input id="until" name="until" type="datetime-local" min="${minuteOf(now + 60)}" max="${minuteOf(now + MAX_ADVANCE_SECONDS)}" required></p><button>${words.look}</button></form>`
}

type Advancing = { now: number; to: number; forecast: Forecast }

const advanceChange: Change<Advancing> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    mustBeTestMode(request)
    const { now } = await request.scope()
    const to = readTarget(request, now)
    return { now, to, forecast: await expectedBy(request.mode.database, request.account, to) }
  },
  confirmation: (request, { now, to, forecast }) => {
    const words = request.words(WORDS)
    return {
      title: words.advanceTo,
      text: html`${words.goesFrom}${request.dateTime(now)}${words.goesUntil}${request.dateTime(to)}${words.goesOn(words.span(Math.max(0, to - now)))} ${words.noWayBack}`,
      fields: html`<input type="hidden" name="to" value="${to}"><h2>${words.brings}</h2>${forecastTable(request, forecast, html`<p>${words.nothingKnown}</p>`)}`,
      button: words.advance,
      back: request.pathTo(PATH),
    }
  },
  make: async (request, { to }) => {
    const turn = await request.runAction({ action: "clock.advance", target: request.account }, (tx, scope) =>
      queueForTurn(tx, scope, { to }, null),
    )
    return { to: request.pathTo(PATH), notice: request.words(WORDS).ended[await advance(request, turn)] }
  },
}

/** Advances the clock. A long advance continues after the page is sent. If the process dies, the clock stops where it is. */
async function advance({ mode, account }: DashboardRequest, turn: Turn): Promise<"done" | "goesOn" | "failed"> {
  const advancing = advanceClock(mode, CLOCK_JOBS, turn).then(
    () => "done" as const,
    (err: unknown) => {
      mode.log.error({ err, account }, "an advance of a test clock failed")
      return "failed" as const
    },
  )
  return Promise.race([advancing, pause(PATIENCE_MS, "goesOn" as const)])
}

/** Returns the target time: `to` in Unix seconds, a number of seconds from now, or a date and time as the browser writes them. */
function readTarget(request: DashboardRequest, now: number): number {
  const to = request.form.get("to")
  if (to !== null) return readWhole(to)
  if (request.queryParameter("seconds")) return now + readWhole(request.queryParameter("seconds"))
  const ms = msOfMinute(request.queryParameter("until"))
  if (ms === undefined) throw new PageNotFound()
  return Math.floor(ms / 1000)
}

function readWhole(text: string): number {
  if (!/^\d{1,11}$/.test(text)) throw new PageNotFound()
  return Number(text)
}
