// A second, naive implementation of what happens to the money of a payment: each cent is an object, fees go back cent by cent, days are
// counted one by one on a calendar that is written out, and no code is shared with the product.

/** Shares of 100 of what is left of the payment, or of what can be chosen from. */
export type Step = { do: "wait"; days: number } | { do: "refund" | "dispute"; share: number } | { do: "fail"; which: number }

export type Story = {
  amount: number
  /** In hundredths of a percent. */
  basisPoints: number
  fixed: number
  installments: number
  settles: { days: number; business_days: boolean; next_business_day: boolean; each_installment: boolean }
  refundFee: number
  returnsFee: boolean
  firstDay: number
  steps: Step[]
}

/** `day`: when the money comes, or "now". A line without an installment has none. */
export type Booked = {
  type: string
  source: string
  day: number | "now"
  installment: number | null
  amount: number
  fee: number
}

type Cent = { day: number; installment: number | null; taken: boolean }
type Taking = {
  name: string
  kind: "refund" | "dispute"
  cents: { cent: Cent | undefined; day: number | "now" }[]
  booked: Booked[]
}

const HOLIDAYS = new Set(
  [
    ...[
      "2026-01-01",
      "2026-02-16",
      "2026-02-17",
      "2026-04-03",
      "2026-04-21",
      "2026-05-01",
      "2026-06-04",
      "2026-09-07",
      "2026-10-12",
    ],
    ...["2026-11-02", "2026-11-15", "2026-11-20", "2026-12-25"],
    ...[
      "2027-01-01",
      "2027-02-08",
      "2027-02-09",
      "2027-03-26",
      "2027-04-21",
      "2027-05-01",
      "2027-05-27",
      "2027-09-07",
      "2027-10-12",
    ],
    ...["2027-11-02", "2027-11-15", "2027-11-20", "2027-12-25"],
    ...[
      "2028-01-01",
      "2028-02-28",
      "2028-02-29",
      "2028-04-14",
      "2028-04-21",
      "2028-05-01",
      "2028-06-15",
      "2028-09-07",
      "2028-10-12",
    ],
    ...["2028-11-02", "2028-11-15", "2028-11-20", "2028-12-25"],
  ].map((date) => Date.parse(date) / 86_400_000),
)

function isBankingDay(day: number): boolean {
  const weekday = new Date(day * 86_400_000).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(day)
}

/** The day on which money comes, of the years 2026 to 2028. */
export function dayAfter(from: number, days: number, { business_days, next_business_day }: Story["settles"]): number {
  let day = from
  let counted = 0
  while (counted < days) {
    day += 1
    if (!business_days || isBankingDay(day)) counted += 1
  }
  while (next_business_day && !isBankingDay(day)) day += 1
  return day
}

/** Half a cent is rounded up: the number of whole cents whose lower half is within the amount. */
function roundedHalfUp(numerator: number, denominator: number): number {
  let cents = 0
  while ((2 * cents + 1) * denominator <= 2 * numerator) cents += 1
  return cents
}

export function feeOf({ amount, basisPoints, fixed }: Pick<Story, "amount" | "basisPoints" | "fixed">): number {
  return Math.min(amount, roundedHalfUp(amount * basisPoints, 10_000) + fixed)
}

/** Deals cents to parts in turn. The first part gets those that are over. */
function deal(cents: number, parts: number): number[] {
  const dealt = Array.from({ length: parts }, () => 0)
  let left = cents
  while (left >= parts) {
    for (let part = 0; part < parts; part++) dealt[part]! += 1
    left -= parts
  }
  dealt[0]! += left
  return dealt
}

/** Plays a story. Returns everything that is booked. */
export function model(story: Story): Booked[] {
  const { amount, settles, installments, returnsFee, refundFee } = story
  const fee = feeOf(story)
  const atOnce = settles.days === 0
  const parts = settles.each_installment ? installments : 1
  const fees = deal(fee, parts)
  const cents: Cent[] = []
  const log: Booked[] = []
  let today = story.firstDay
  for (const [index, size] of deal(amount, parts).entries()) {
    const day = atOnce ? today : dayAfter(today, settles.days * (index + 1), settles)
    const installment = parts > 1 ? index + 1 : null
    for (let count = 0; count < size; count++) cents.push({ day, installment, taken: false })
    log.push({ type: "payment", source: "pi", day: atOnce ? "now" : day, installment, amount: size, fee: fees[index]! })
  }
  const takings: Taking[] = []
  let left = amount
  let returned = 0
  /** The cents of the latest part that is still to come, those of the highest installment first. */
  const nextToCome = () => {
    let found: Cent | undefined
    for (const cent of cents) {
      if (cent.taken || cent.day <= today || (atOnce && cent.day === today)) continue
      const isLater =
        !found || cent.day > found.day || (cent.day === found.day && (cent.installment ?? 0) > (found.installment ?? 0))
      if (isLater) found = cent
    }
    return found
  }
  const take = (kind: "refund" | "dispute", taking: number, name: string) => {
    const one: Taking = { name, kind, cents: [], booked: [] }
    for (let count = 0; count < taking; count++) {
      const cent = nextToCome()
      if (cent) cent.taken = true
      const day = cent ? cent.day : ("now" as const)
      const installment = cent ? cent.installment : null
      one.cents.push({ cent, day })
      left -= 1
      let line = one.booked.at(-1)
      if (!line || line.day !== day || line.installment !== installment) {
        line = { type: kind, source: name, day, installment, amount: 0, fee: 0 }
        one.booked.push(line)
      }
      line.amount -= 1
      while (returnsFee && returned < roundedHalfUp(fee * (amount - left), amount)) {
        returned += 1
        line.fee -= 1
      }
    }
    if (kind === "refund" && refundFee > 0)
      one.booked.push({ type: "fee", source: name, day: "now", installment: null, amount: -refundFee, fee: 0 })
    takings.push(one)
    log.push(...one.booked.map((line) => ({ ...line })))
  }
  const undo = ({ name, kind, cents: given, booked }: Taking) => {
    for (const { cent } of given) {
      if (cent) cent.taken = false
      left += 1
    }
    for (const line of booked) {
      if (line.type === "fee") {
        log.push({ ...line, amount: -line.amount })
        continue
      }
      returned += line.fee
      const day = line.day === "now" || line.day <= today ? "now" : line.day
      const type = kind === "refund" ? "refund_failed" : "dispute_reversed"
      log.push({ type, source: name, day, installment: line.installment, amount: -line.amount, fee: 0 - line.fee })
    }
  }
  for (const [index, step] of story.steps.entries()) {
    if (step.do === "wait") today += step.days
    else if (step.do === "fail") {
      if (takings.length > 0) undo(takings.splice(step.which % takings.length, 1)[0]!)
    } else {
      const taking = Math.ceil((left * step.share) / 100)
      if (taking > 0) take(step.do, taking, `re_${index}`)
    }
  }
  return log
}
