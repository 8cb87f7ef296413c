import { setTimeout as pause } from "node:timers/promises"
import { minuteOf, msOfMinute } from "../../../base/day.ts"
import { CLOCK_JOBS } from "../../../modes/wiring.ts"
import {
  type Advance,
  advanceClock,
  listAdvances,
  MAX_ADVANCE_SECONDS,
  queueForTurn,
  type Turn,
} from "../../../test-clock/advance.ts"
import { expectedBy, type Forecast } from "../../../test-clock/expected.ts"
import { type Html, html } from "../../html.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, facts, section, table } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { WORDS } from "./clock-words.ts"
import { forecastOf } from "./forecast.ts"
import { mustBeTest, toolTabs } from "./tabs.ts"

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
export function clockPages(area: Area): void {
  area.page(PATH, async (at) => {
    mustBeTest(at)
    const words = at.words(WORDS)
    const { now } = await at.scope()
    const [advances, forecast] = await Promise.all([
      listAdvances(at.mode.database, at.account),
      expectedBy(at.mode.database, at.account, now + MONTH),
    ])
    const body = html`${toolTabs(at, "clock")}${timeFacts(at, now)}${advances.length > 0 && underWay(at, advances, now)}
${at.may("operator") && section(words.advance, advanceForm(at, now))}
${section(words.nextMonth, forecastOf(at, forecast, empty(words.nothingNextMonth)))}`
    return { title: words.title, body, ...(advances.length > 0 && { reloadSeconds: RELOAD_SECONDS }) }
  })
  area.change(`${PATH}/advance`, advanceChange)
}

function timeFacts(at: At, now: number): Html {
  const words = at.words(WORDS)
  const real = Math.floor(at.mode.clock.now() / 1000)
  return facts([
    [words.accountTime, html`<strong>${at.when(now)}</strong>`],
    [words.realTime, at.when(real)],
    [words.ahead, now - real > 0 ? words.span(now - real) : words.notAhead],
  ])
}

/** The running and waiting advances. */
function underWay(at: At, advances: Advance[], now: number): Html {
  const words = at.words(WORDS)
  const left = (target: number) => words.left(words.span(Math.max(0, target - now)))
  const list = table({
    caption: words.underWay,
    columns: [words.state, words.progress, words.goesTo, words.remains],
    rows: advances.map((advance) => [
      advance.running ? badge("waiting", words.running) : badge("calm", words.waiting),
      progress(at, advance, now),
      advance.target === null ? words.whenItsTurnComes : at.when(advance.target),
      advance.target === null ? null : left(advance.target),
    ]),
  })
  return section(words.underWay, html`<p>${words.reloads}</p>${list}`)
}

/** How far an advance has moved through the account's time. */
function progress(at: At, { from, target }: Advance, now: number): Html | null {
  if (from === null || target === null || target <= from) return null
  const share = Math.min(1, Math.max(0, now - from) / (target - from))
  const text = at.percent(Math.floor(share * 100) / 100)
  return html`<progress max="1" value="${share.toFixed(4)}" aria-label="${at.words(WORDS).progress}"></progress> <span class="nowrap">${text}</span>`
}

/** Both forms lead to the page that says what the advance will cause. They work without a script. */
function advanceForm(at: At, now: number): Html {
  const words = at.words(WORDS)
  const path = at.path(`${PATH}/advance`)
  const periods = PERIODS.map((seconds) => buttonLink(`${path}?seconds=${seconds}`, words.by(seconds), "quiet"))
  return html`<p>${words.advanceText}</p><p class="actions">${periods}</p>
<form class="inline" action="${path}"><p class="field"><label for="until">${words.until}</label>
<input id="until" name="until" type="datetime-local" min="${minuteOf(now + 60)}" max="${minuteOf(now + MAX_ADVANCE_SECONDS)}" required></p><button>${words.look}</button></form>`
}

type Advancing = { now: number; to: number; forecast: Forecast }

const advanceChange: Change<Advancing> = {
  role: "operator",
  proof: "never",
  find: async (at) => {
    mustBeTest(at)
    const { now } = await at.scope()
    const to = readTarget(at, now)
    return { now, to, forecast: await expectedBy(at.mode.database, at.account, to) }
  },
  ask: (at, { now, to, forecast }) => {
    const words = at.words(WORDS)
    return {
      title: words.advanceTo,
      text: html`${words.goesFrom}${at.when(now)}${words.goesUntil}${at.when(to)}${words.goesOn(words.span(Math.max(0, to - now)))} ${words.noWayBack}`,
      fields: html`<input type="hidden" name="to" value="${to}"><h2>${words.brings}</h2>${forecastOf(at, forecast, html`<p>${words.nothingKnown}</p>`)}`,
      button: words.advance,
      back: at.path(PATH),
    }
  },
  make: async (at, { to }) => {
    const turn = await at.act({ action: "clock.advance", target: at.account }, (tx, scope) =>
      queueForTurn(tx, scope, { to }, null),
    )
    return { to: at.path(PATH), notice: at.words(WORDS).ended[await advance(at, turn)] }
  },
}

/** Advances the clock. A long advance continues after the page is sent. If the process dies, the clock stops where it is. */
async function advance({ mode, account }: At, turn: Turn): Promise<"done" | "goesOn" | "failed"> {
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
function readTarget(at: At, now: number): number {
  const to = at.form.get("to")
  if (to !== null) return readWhole(to)
  if (at.query("seconds")) return now + readWhole(at.query("seconds"))
  const ms = msOfMinute(at.query("until"))
  if (ms === undefined) throw new NoSuchPage()
  return Math.floor(ms / 1000)
}

function readWhole(text: string): number {
  if (!/^\d{1,11}$/.test(text)) throw new NoSuchPage()
  return Number(text)
}
