import { expect } from "chai"
import fc from "fast-check"
import { DAY_SECONDS, dayOf, startOfDay } from "../../src/base/day.ts"
import { type Line, netOf } from "../../src/ledger/parts/line.ts"
import { linesOf } from "../../src/ledger/parts/movement.ts"
import { paymentLines } from "../../src/ledger/parts/payment.ts"
import { type Booked, feeOf, model, type Story } from "./model.ts"

const FIRST_DAY = dayOf(Date.parse("2026-01-01T12:00:00-03:00") / 1000)
const NOON = 12 * 3600

const anySettles = fc.record({
  days: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 31 })),
  business_days: fc.boolean(),
  next_business_day: fc.boolean(),
  each_installment: fc.boolean(),
})

const anyStep = fc.oneof(
  fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 40 }) }),
  fc.record({
    do: fc.constantFrom("refund" as const, "dispute" as const),
    share: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100)),
  }),
  fc.record({ do: fc.constant("fail" as const), which: fc.nat(5) }),
)

const anyStory: fc.Arbitrary<Story> = fc.record({
  amount: fc.integer({ min: 1, max: 400 }),
  basisPoints: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 10_000 })),
  fixed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 })),
  installments: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
  settles: anySettles,
  refundFee: fc.constantFrom(0, 7),
  returnsFee: fc.boolean(),
  firstDay: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 365 }),
  steps: fc.array(anyStep, { maxLength: 8 }),
})

/** Plays a story through the product's functions. Calls `check` after each step. */
function play(story: Story, check: (played: Played) => void = () => {}): Line[] {
  const { amount, settles, installments, basisPoints, refundFee } = story
  const fees = { refund_fee: refundFee, dispute_fee: 0, returns_fee_on_refund: story.returnsFee }
  const price = { percent: (basisPoints / 100).toFixed(2), fixed: story.fixed, settles }
  let now = startOfDay(story.firstDay) + NOON
  const lines = paymentLines({ source: "pi", amount, installments, price, now })
  const active: { refund: string; amount: number }[] = []
  const left = () => amount - active.reduce((sum, refund) => sum + refund.amount, 0)
  const seen = () => check({ lines, now, left: left(), active: active.length })
  seen()
  for (const [index, step] of story.steps.entries()) {
    if (step.do === "wait") now += step.days * DAY_SECONDS
    else if (step.do === "fail") {
      const [failed] = active.length > 0 ? active.splice(step.which % active.length, 1) : []
      if (failed) lines.push(...linesOf({ moved: "refund_undone", refund: failed.refund }, lines, fees, now))
    } else {
      const taking = { refund: `re_${index}`, amount: Math.ceil((left() * step.share) / 100) }
      if (taking.amount === 0) continue
      lines.push(...linesOf({ moved: "refund", is_dispute: step.do === "dispute", ...taking }, lines, fees, now))
      active.push(taking)
    }
    seen()
  }
  return lines
}

type Played = { lines: Line[]; now: number; left: number; active: number }

/** A line as the model has it. A time within a day was "now". */
function asBooked({ type, source, available_on, installment, amount, fee }: Line): Booked {
  const day = dayOf(available_on)
  return { type, source, day: startOfDay(day) === available_on ? day : "now", installment, amount, fee }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const ofTypes = (lines: readonly Line[], ...types: string[]) => lines.filter(({ type }) => types.includes(type))
const always = (holds: (story: Story) => void, numRuns = 3000) => fc.assert(fc.property(anyStory, holds), { numRuns })

describe("The parts of a payment", () => {
  it("do what a second, naive implementation does, in any sequence of refunds, failures, disputes and waiting", () => {
    always((story) => void expect(play(story).map(asBooked)).to.deep.equal(model(story)))
  }).timeout(120_000)

  it("add up to the payment and its fee, and none is negative", () => {
    always((story) => {
      const parts = ofTypes(play({ ...story, steps: [] }), "payment")
      expect(sum(parts.map(({ amount }) => amount))).to.equal(story.amount)
      expect(sum(parts.map(({ fee }) => fee))).to.equal(feeOf(story))
      for (const { amount, fee } of parts) expect(Math.min(amount, fee)).to.be.at.least(0)
      const [first = 0, ...others] = parts.map(({ amount }) => amount)
      for (const other of others)
        expect(other)
          .to.equal(Math.floor(story.amount / parts.length))
          .and.at.most(first)
    })
  }).timeout(60_000)

  it("are as many as there are installments, if these settle apart", () => {
    always(({ installments, settles, ...story }) => {
      const parts = play({ ...story, installments, settles, steps: [] })
      const count = settles.each_installment ? installments : 1
      expect(parts.map(({ installment }) => installment)).to.deep.equal(
        count === 1 ? [null] : Array.from({ length: count }, (_, index) => index + 1),
      )
    })
  })

  it("are never taken below 0, and nothing is taken at once while something is still to come", () => {
    always((story) => {
      let before = 0
      play(story, ({ lines, now }) => {
        const toCome = ofTypes(lines, "payment").filter(({ available_on }) => available_on > now)
        const lefts = toCome.map((part) => {
          const about = lines.filter((line) => line.installment === part.installment && line.available_on === part.available_on)
          return sum(about.map(({ amount }) => amount))
        })
        for (const each of lefts) expect(each).to.be.at.least(0)
        const taken = ofTypes(lines.slice(before), "refund", "dispute")
        if (taken.some(({ available_on }) => available_on === now)) expect(sum(lefts)).to.equal(0)
        before = lines.length
      })
    })
  }).timeout(60_000)

  it("add up to what is left of the payment, after any sequence", () => {
    always((story) => {
      play(story, ({ lines, left }) => {
        const money = ofTypes(lines, "payment", "refund", "dispute", "refund_failed", "dispute_reversed")
        expect(sum(money.map(({ amount }) => amount))).to.equal(left)
      })
    })
  }).timeout(60_000)

  it("leave exactly what the terms say once everything has gone back", () => {
    always((story) => {
      const all = { ...story, steps: [...story.steps, { do: "refund", share: 100 } as const] }
      const lines = play(all)
      const refunds = new Set(ofTypes(lines, "refund").map(({ source }) => source))
      const failed = new Set(ofTypes(lines, "refund_failed").map(({ source }) => source))
      const kept = (story.returnsFee ? 0 : feeOf(story)) + story.refundFee * (refunds.size - failed.size)
      expect(sum(lines.map(netOf))).to.equal(0 - kept)
    })
  }).timeout(60_000)

  it("return no more than the fee, and never take it again", () => {
    always((story) => {
      play(story, ({ lines }) => {
        const returned = 0 - sum(ofTypes(lines, "refund", "dispute", "refund_failed", "dispute_reversed").map(({ fee }) => fee))
        expect(returned).to.be.within(0, story.returnsFee ? feeOf(story) : 0)
        for (const { fee } of ofTypes(lines, "refund", "dispute")) expect(fee).to.be.at.most(0)
      })
    })
  }).timeout(60_000)

  it("return no fee until the share of what is refunded is larger than what went back before a refund failed", () => {
    const steps = [
      { do: "refund", share: 40 }, // 4 of 10: 0.4 cents of the fee
      { do: "refund", share: 1 }, // 5 of 10: 0.5 cents
      { do: "fail", which: 0 }, // 1 of 10 is refunded now, and the whole fee has gone back
      { do: "refund", share: 1 },
      { do: "refund", share: 100 },
    ] as const
    const settles = { days: 0, business_days: false, next_business_day: false, each_installment: false }
    const rest = { amount: 10, basisPoints: 0, fixed: 1, installments: 1, refundFee: 0, returnsFee: true, firstDay: FIRST_DAY }
    const refunds = ofTypes(play({ ...rest, settles, steps: [...steps] }), "refund", "refund_failed")
    expect(refunds.map(({ amount, fee }) => [amount, fee])).to.deep.equal([
      [-4, 0],
      [-1, -1],
      [4, 0],
      [-1, 0],
      [-8, 0],
    ])
  })

  it("are as they were after everything that was taken has come back", () => {
    always((story) => {
      const undo = story.steps.map(() => ({ do: "fail", which: 0 }) as const)
      const lines = play({ ...story, steps: [...story.steps, ...undo] })
      expect(sum(lines.map(netOf))).to.equal(story.amount - feeOf(story))
    })
  })

  it("have lines that are unique by source, type and part", () => {
    always((story) => {
      const keys = play(story).map(({ source, type, part }) => `${source} ${type} ${part}`)
      expect(new Set(keys).size).to.equal(keys.length)
    })
  })

  it("may be said again: what is booked is booked once", () => {
    const price = {
      percent: "2",
      fixed: 0,
      settles: { days: 30, business_days: false, next_business_day: true, each_installment: true },
    }
    const lines = paymentLines({ source: "pi", amount: 100, installments: 2, price, now: 1_800_000_000 })
    const fees = { refund_fee: 5, dispute_fee: 9, returns_fee_on_refund: false }
    const book = (...movements: Parameters<typeof linesOf>[0][]) => {
      const before = lines.length
      for (const movement of movements) lines.push(...linesOf(movement, lines, fees, 1_800_000_000))
      return lines.slice(before).map(({ type, source, part, amount }) => `${type} ${source} ${part} ${amount}`)
    }
    expect(book({ moved: "dispute", dispute: "dp" })).to.deep.equal(["fee dp 0 -9"])
    expect(book({ moved: "dispute", dispute: "dp" })).to.deep.equal([])
    expect(book({ moved: "excess", dispute: "dp", amount: 40 })).to.deep.equal(["adjustment dp 0 -40"])
    expect(book({ moved: "excess", dispute: "dp", amount: 40 })).to.deep.equal([])
    expect(book({ moved: "excess", dispute: "dp", amount: 0 })).to.deep.equal(["adjustment dp 1 40"])
    expect(book({ moved: "refund", refund: "re", amount: 70, is_dispute: false })).to.deep.equal([
      "refund re 0 -50",
      "refund re 1 -20",
      "fee re 0 -5",
    ])
    expect(book({ moved: "refund_undone", refund: "re" })).to.deep.equal([
      "refund_failed re 0 50",
      "refund_failed re 1 20",
      "fee re 1 5",
    ])
    expect(book({ moved: "refund_undone", refund: "re" })).to.deep.equal([])
  })

  it("have the difference of an accepted payment at once, until it has gone back", () => {
    const price = {
      percent: "0",
      fixed: 0,
      settles: { days: 30, business_days: false, next_business_day: true, each_installment: true },
    }
    const lines = paymentLines({ source: "pi", amount: 100, installments: 1, price, now: 1_800_000_000 })
    const fees = { refund_fee: 0, dispute_fee: 0, returns_fee_on_refund: false }
    const book = (amount: number, moved: "difference" | "difference_gone" = "difference") => {
      const made = linesOf({ moved, payment_intent: "pi", amount }, lines, fees, 1_800_000_000)
      lines.push(...made)
      return made.map((line) => [line.type, line.part, line.amount, line.available_on])
    }
    expect(book(20)).to.deep.equal([["adjustment", 0, 20, 1_800_000_000]])
    expect(book(20)).to.deep.equal([])
    expect(book(15, "difference_gone")).to.deep.equal([["adjustment", 1, -15, 1_800_000_000]])
    expect(book(15, "difference_gone")).to.deep.equal([])
    // A refund that a person pays by hand is not at the acquirer, so less of what is there seems to be of the difference.
    expect(book(5, "difference_gone")).to.deep.equal([])
    // A host whose clock was behind gave its row an earlier id.
    lines.reverse()
    expect(book(99, "difference_gone")).to.deep.equal([["adjustment", 2, -5, 1_800_000_000]])
  })
})
