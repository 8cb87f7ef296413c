// A second, naive implementation of the rules of a subscription: a loop over whole days, a calendar made of Date, and no code
// shared with the product.

export type Plan = { interval: "DAY" | "WEEK" | "MONTH" | "YEAR"; count: number; trialDays: number }

/** How an attempt ends, and after how many days. `never`: the issuer refuses the card for good. */
export type Outcome = { end: "paid" | "refused" | "never"; after: number }

/** What the merchant or the customer does in the evening of a day, after everything that was due. A pause begins and ends at midnight. */
export type Deed =
  | { day: number; do: "cancel" }
  | { day: number; do: "cancel_at_period_end" }
  | { day: number; do: "cancel_in"; days: number }
  | { day: number; do: "new_card" }
  | { day: number; do: "pause" }
  | { day: number; do: "pause_for"; days: number }
  | { day: number; do: "resume" }

export type Story = {
  firstDay: number
  plan: Plan
  outcomes: Outcome[]
  deeds: Deed[]
  asleep: [from: number, to: number] | null
  days: number
}

/** A line for each charge, each change of state and each trial that ends soon, such as `12 charge 1.1`, `12 PAST_DUE` and `4 told`. */
export type Log = string[]

export function model(story: Story): Log {
  const { plan, firstDay } = story
  const log: Log = []
  const trial = plan.trialDays > 0
  /** A period and the day on which it begins. Later ones are counted from it. */
  let base = trial ? { period: 1, day: plan.trialDays } : { period: 0, day: 0 }
  const startOf = (period: number) => addTo(firstDay + base.day, plan, period - base.period) - firstDay

  let state = trial ? "TRIALING" : "ACTIVE"
  let period = 0
  let attempt = 0
  let attempts = 0
  let failedOn: number | undefined
  let lastFailedOn = 0
  let open: { ends: number; outcome: Outcome } | undefined
  let cancelOn: number | "period_end" | undefined
  let pause: { since: number; until: number } | undefined
  let card = 0
  let deadCard: number | undefined
  let over = false
  let told = plan.trialDays <= 3

  const become = (day: number, to: string) => {
    if (to !== state) log.push(`${day} ${to}`)
    state = to
  }
  const charge = (day: number) => {
    attempt += 1
    log.push(`${day} charge ${period}.${attempt}`)
    const outcome = story.outcomes[attempts++] ?? { end: "paid", after: 0 }
    open = { ends: day + outcome.after, outcome }
  }
  const fail = (day: number) => {
    failedOn ??= day
    lastFailedOn = day
    if (attempt === 5) {
      over = true
      become(day, "UNPAID")
    } else become(day, state === "TRIALING" || state === "INCOMPLETE" ? "INCOMPLETE" : "PAST_DUE")
  }
  const endOfAttempt = (day: number) => {
    const { outcome } = open!
    open = undefined
    if (outcome.end === "paid") {
      attempt = 0
      failedOn = undefined
      deadCard = undefined
      become(day, "ACTIVE")
    } else {
      deadCard = outcome.end === "never" ? card : undefined
      fail(day)
    }
  }
  const isInTrial = () => trial && period === 0
  const cancelDay = () => {
    if (cancelOn !== "period_end") return cancelOn ?? Number.POSITIVE_INFINITY
    return pause && isInTrial() ? Number.POSITIVE_INFINITY : startOf(period + 1)
  }
  /** The day on which the merchant is told of the end of the trial, three days before it. */
  const toldDay = () => {
    const ends = base.day
    return told || !isInTrial() || pause || cancelDay() <= ends ? Number.POSITIVE_INFINITY : ends - 3
  }
  const resume = (day: number) => {
    if (!pause) return
    if (isInTrial()) base.day += day - pause.since
    else if (day > startOf(period + 1)) base = { period: attempt > 0 ? period : period + 1, day }
    if (failedOn !== undefined) failedOn = lastFailedOn = day
    pause = undefined
  }
  const chargeDay = () => {
    if (over || open || pause) return Number.POSITIVE_INFINITY
    if (failedOn === undefined) return startOf(period + 1)
    // A card rests for a day, also where its retries are overdue.
    return Math.max(failedOn + [1, 3, 5, 7][attempt - 1]!, lastFailedOn + 1)
  }

  for (let day = 0; day <= story.days && state !== "CANCELED"; day++) {
    const asleep = story.asleep && day >= story.asleep[0] && day <= story.asleep[1]
    while (!asleep && state !== "CANCELED") {
      const cancel = cancelDay()
      const again = pause?.until ?? Number.POSITIVE_INFINITY
      const end = open?.ends ?? Number.POSITIVE_INFINITY
      const due = chargeDay()
      const first = Math.min(cancel, toldDay(), again, end, due)
      if (first > day) break
      if (first === cancel) become(day, "CANCELED")
      else if (first === toldDay()) {
        told = true
        log.push(`${day} told`)
      } else if (first === again) resume(again)
      else if (first === end) endOfAttempt(day)
      else if (failedOn === undefined) {
        period += 1
        charge(day)
      } else if (deadCard === card) {
        attempt += 1
        fail(day)
      } else charge(day)
    }
    for (const deed of story.deeds) {
      if (deed.day !== day || state === "CANCELED") continue
      if (deed.do === "new_card") card += 1
      if (deed.do === "cancel") become(day, "CANCELED")
      if (deed.do === "cancel_at_period_end") cancelOn = "period_end"
      const mayPause = pause !== undefined || state === "ACTIVE" || state === "TRIALING"
      const since = pause?.since ?? day + 1
      if (deed.do === "pause" && mayPause) pause = { since, until: Number.POSITIVE_INFINITY }
      if (deed.do === "pause_for" && mayPause) pause = { since, until: day + 1 + deed.days }
      if (deed.do === "resume") resume(day + 1)
      if (deed.do === "cancel_in") cancelOn = day + deed.days
    }
  }
  return log
}

/** The day that is `n` times `count` intervals after the day `from`. Days count from 1970. */
function addTo(from: number, { interval, count }: Plan, n: number): number {
  if (interval === "DAY") return from + n * count
  if (interval === "WEEK") return from + n * count * 7
  const date = new Date(from * 86_400_000)
  const months = date.getUTCMonth() + n * count * (interval === "YEAR" ? 12 : 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay)) / 86_400_000
}
