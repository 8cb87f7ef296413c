import { expect } from "chai"
import fc from "fast-check"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import { mayChargeNow } from "../../src/billing/subscriptions/charge.ts"
import { nextChargeAt, retriesToCome } from "../../src/billing/subscriptions/outlook.ts"
import { mayPause } from "../../src/billing/subscriptions/pause.ts"
import { paused, resumed } from "../../src/billing/subscriptions/pausing.ts"
import { mandateRetriesFrom, type Retry } from "../../src/billing/subscriptions/retries.ts"
import {
  ATTEMPTS_PER_PERIOD,
  actionDue,
  begin,
  canceled,
  dueAt,
  failed,
  openPeriod,
  openRetry,
  passOver,
  planCancel,
  type Schedule,
  succeeded,
} from "../../src/billing/subscriptions/schedule.ts"
import type { Subscription } from "../../src/billing/subscriptions/tables.ts"
import { type Log, model, type Outcome, type Story } from "./model.ts"
import { anyStory } from "./stories.ts"

const day = 86_400
const runs = process.env.VINTEM_TEST_THOROUGH ? 50_000 : 6000

describe("The schedule of a subscription", () => {
  it(`does the same as the model in whole days, in up to ${runs} random stories`, () => {
    fc.assert(
      fc.property(anyStory(), (story) => {
        expect(play(story)).to.deep.equal(model(story))
      }),
      { numRuns: runs, interruptAfterTimeLimit: 60_000 },
    )
  }).timeout(120_000)

  it("charges a cycle at most five times, then stays UNPAID", () => {
    let s = openPeriod(begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31")))
    s = failed(s, at("2027-02-28"), day)
    const due = []
    while (actionDue(s) === "retry") {
      due.push(new Date(s.charge_due_at! * 1000).toISOString().slice(0, 10))
      s = failed(openRetry(s), s.charge_due_at!, day)
    }
    expect(due).to.deep.equal(["2027-03-01", "2027-03-03", "2027-03-05", "2027-03-07"])
    expect(s.attempt).to.equal(ATTEMPTS_PER_PERIOD)
    expect([s.status, dueAt(s)]).to.deep.equal(["UNPAID", null])
  })

  it("cancels before a renewal that is due at the same moment", () => {
    const s = begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31"))
    const end = at("2027-02-28")
    expect(actionDue(planCancel(s, { cancel_at_period_end: true }))).to.equal("cancel")
    expect(actionDue(planCancel(s, { cancel_at: end }))).to.equal("cancel")
    expect(actionDue(planCancel(s, { cancel_at: end + 1 }))).to.equal("open_period")
  })

  it("goes on where a process of the version before has settled the payer's own attempt, and has not reset what counts", () => {
    const begun = begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31"))
    const left = { ...begun, uncounted_attempts: 1, held_retry: { due_at: at("2027-02-10"), attempt: 2 } }
    const first = { ...openPeriod(left), uncounted_attempts: 1 }
    const unpaid = failed(first, at("2027-02-28"), day)
    expect([unpaid.status, unpaid.charge_due_at]).to.deep.equal(["PAST_DUE", at("2027-03-01")])
    const second = failed(openRetry(unpaid), at("2027-03-01"), day)
    expect(second.charge_due_at).to.be.at.least(at("2027-03-02"))
  })

  it("charges no payer whose subscription is about to be canceled", () => {
    const s = openPeriod(begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31")))
    const unpaid = planCancel(failed(s, at("2027-02-28"), day), { cancel_at: at("2027-03-02") }) as Subscription
    expect(mayChargeNow(unpaid, at("2027-03-01"))).to.equal(true)
    expect(mayChargeNow(unpaid, at("2027-03-02"))).to.equal(false)
  })

  it("has nothing due after cancellation", () => {
    const now = at("2027-02-28")
    const s = begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31"))
    const open = openPeriod(s)
    const late = failed(open, now, day)
    const plans = [s, open, late, planCancel(s, { cancel_at: now }), planCancel(late, { cancel_at_period_end: true })]
    for (const plan of plans) {
      const over = canceled(plan)
      expect([dueAt(over), actionDue(over)]).to.deep.equal([null, undefined])
    }
  })

  it("tells when money is taken next: after an open charge the renewal that follows, and nothing before a cancellation", () => {
    const s = begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31"))
    const open = openPeriod(s)
    expect([nextChargeAt(s), nextChargeAt(open)]).to.deep.equal([at("2027-02-28"), at("2027-03-31")])
    expect(nextChargeAt(failed(open, at("2027-02-28"), day))).to.equal(at("2027-03-01"))
    expect([s, open].map((each) => nextChargeAt(planCancel(each, { cancel_at_period_end: true })))).to.deep.equal([null, null])
    expect(nextChargeAt(canceled(open))).to.equal(null)
  })

  it("tells the retries to come: none before a failure, and each one a rest after the one before it", () => {
    const open = openPeriod(begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31")))
    expect(retriesToCome(open, day)).to.deep.equal([])
    const late = failed(open, at("2027-02-28"), day)
    const days = (retries: Retry[]) => retries.map((retry) => new Date(retry.at * 1000).toISOString().slice(0, 10))
    expect(days(retriesToCome(late, day))).to.deep.equal(["2027-03-01", "2027-03-03", "2027-03-05", "2027-03-07"])
    expect(days(retriesToCome(openRetry(late), day))).to.deep.equal(["2027-03-03", "2027-03-05", "2027-03-07"])
    expect(days(retriesToCome(late, 3 * day))).to.deep.equal(["2027-03-01", "2027-03-04", "2027-03-07", "2027-03-10"])
  })

  it("tells the retries to come of a weekly charge by mandate: on days 1 and 3 by the bank, and on 5 and 7 by codes", () => {
    const open = openPeriod(begin({ interval: "WEEK", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-03-02"), "pix"))
    // In Brasília, this is the evening of a Monday.
    const first = dayOf(at("2027-03-09"))
    const retried = (tried: number) => ({ charge: "charge", day: first, tried: first + tried, last: first + 6 })
    const told = (s: Schedule) =>
      retriesToCome(s, 0).map((retry) =>
        retry.day === undefined ? `code ${dayOf(retry.at) - first}` : `bank ${retry.day - first}`,
      )
    const unpaid = failed({ ...open, retried_charge: retried(0) }, at("2027-03-09") + 3600, 0)
    expect(told(unpaid)).to.deep.equal(["bank 1", "bank 3", "code 5", "code 7"])
    expect(told(openRetry(unpaid))).to.deep.equal(["bank 3", "code 5", "code 7"])
    const again = failed({ ...openRetry(unpaid), retried_charge: retried(1) }, at("2027-03-10") + 3600, 0)
    expect(told(again)).to.deep.equal(["bank 3", "code 5", "code 7"])
    expect(told(openRetry(again))).to.deep.equal(["code 5", "code 7"])
    const monthly = { ...unpaid, retried_charge: { ...retried(0), last: first + 30 } }
    expect(told(monthly)).to.deep.equal(["bank 1", "bank 3", "bank 7"])
  })

  it("tries a charge of a Sunday again on Tuesday at the earliest: on Monday it is tried for the first time", () => {
    const sunday = dayOf(at("2027-03-08"))
    const days = mandateRetriesFrom({ day: sunday }, startOfDay(sunday - 1)).map(({ day }) => day - sunday)
    expect(days).to.deep.equal([2, 3, 7])
  })

  it("replaces an earlier scheduled cancellation by a later one", () => {
    const s = begin({ interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }, at("2027-01-31"))
    const replaced = planCancel(planCancel(s, { cancel_at_period_end: true }), { cancel_at: at("2027-05-05") })
    expect([replaced.cancel_at, replaced.cancel_at_period_end]).to.deep.equal([at("2027-05-05"), false])
    expect(planCancel(replaced, { cancel_at_period_end: true })).to.include({ cancel_at: null, cancel_at_period_end: true })
  })
})

/** Drives the schedule as the service does: due actions run in order of time, while a worker is awake. */
function play(story: Story): Log {
  const origin = story.firstDay * day
  const log: Log = []
  const { interval, count, trialDays } = story.plan
  let s = begin({ interval, interval_count: count, trial_days: trialDays, days_ahead: 0 }, origin)
  let now = origin
  let attempts = 0
  let open: { ends: number; outcome: Outcome } | undefined
  let card = 0
  let deadCard: number | undefined

  const over = () => s.status === "CANCELED"
  const become = (to: Schedule) => {
    if (to.status !== s.status) log.push(`${Math.floor((now - origin) / day)} ${to.status}`)
    s = to
  }
  const charge = (to: Schedule) => {
    become(to)
    log.push(`${(now - origin) / day} charge ${s.period}.${s.attempt}`)
    const outcome = story.outcomes[attempts++] ?? { end: "paid", after: 0 }
    open = { ends: now + outcome.after * day, outcome }
  }
  const act = () => {
    const action = actionDue(s)
    if (action === "cancel") become(canceled(s))
    if (action === "tell_trial_end") {
      log.push(`${Math.floor((now - origin) / day)} told`)
      s = { ...s, trial_end_told: true }
    }
    if (action === "resume") become(resumed(s, s.resumes_at!))
    if (action === "open_period") charge(openPeriod(s))
    if (action === "retry") {
      if (deadCard === card) become(passOver(s, now))
      else charge(openRetry(s))
    }
  }
  const end = () => {
    const { outcome } = open!
    open = undefined
    deadCard = outcome.end === "never" ? card : undefined
    become(outcome.end === "paid" ? succeeded(s) : failed(s, now, day))
  }

  for (let today = 0; today <= story.days && !over(); today++) {
    now = origin + today * day
    const asleep = story.asleep && today >= story.asleep[0] && today <= story.asleep[1]
    while (!asleep && !over()) {
      const due = dueAt(s) ?? Number.POSITIVE_INFINITY
      const ends = open?.ends ?? Number.POSITIVE_INFINITY
      if (Math.min(due, ends) > now) break
      if (due <= ends) act()
      else end()
    }
    now += 18 * 3600
    for (const deed of story.deeds) {
      if (deed.day !== today || over()) continue
      if (deed.do === "new_card") card += 1
      if (deed.do === "cancel") become(canceled(s))
      if (deed.do === "cancel_at_period_end") become(planCancel(s, { cancel_at_period_end: true }))
      if (deed.do === "cancel_in") become(planCancel(s, { cancel_at: origin + (today + deed.days) * day }))
      const midnight = origin + (today + 1) * day
      if (deed.do === "pause" && mayPause(s)) become(paused(s, midnight, null))
      if (deed.do === "pause_for" && mayPause(s)) become(paused(s, midnight, midnight + deed.days * day))
      if (deed.do === "resume" && s.paused_at !== null) become(resumed(s, midnight))
    }
  }
  return log
}

function at(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000
}
