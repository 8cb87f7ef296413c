// Random stories of a subscription, for the model and for what is compared with it.
import fc from "fast-check"
import type { Deed, Outcome, Plan, Story } from "./model.ts"

const deeds = [
  "cancel",
  "cancel_at_period_end",
  "cancel_at_period_end",
  "cancel_in",
  "cancel_in",
  "new_card",
  "new_card",
  "pause",
  "pause_for",
  "pause_for",
  "resume",
  "resume",
] as const

/** Any story: charges can wait for days, workers can sleep for weeks. */
export function anyStory(): fc.Arbitrary<Story> {
  return fc.record({
    firstDay: fc.integer({ min: 20_454, max: 20_454 + 5 * 365 }),
    plan: anyPlan(),
    outcomes: fc.array(anyOutcome([0, 0, 0, 1, 2, 4]), { maxLength: 40 }),
    deeds: fc.array(anyDeed(500), { maxLength: 4 }),
    asleep: fc.option(
      fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 20 })).map(([from, long]): [number, number] => [from, from + long]),
    ),
    days: fc.constantFrom(40, 120, 500),
  })
}

/** A story with a card, whose charges end at once. */
export function anyCardStory(): fc.Arbitrary<Story> {
  return fc.record({
    firstDay: fc.nat(600),
    plan: anyPlan(),
    outcomes: fc.array(anyOutcome([0]), { maxLength: 25 }),
    // The service begins a pause in the evening, and the model at midnight. So nothing follows on the same day.
    deeds: fc.uniqueArray(anyDeed(150), { maxLength: 5, selector: ({ day }) => day }),
    asleep: fc.constant(null),
    days: fc.constantFrom(40, 150),
  })
}

function anyPlan(): fc.Arbitrary<Plan> {
  return fc.record({
    interval: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
    count: fc.integer({ min: 1, max: 4 }),
    trialDays: fc.constantFrom(0, 0, 1, 7, 14, 30),
  })
}

function anyOutcome(days: number[]): fc.Arbitrary<Outcome> {
  return fc.record({
    end: fc.constantFrom<Outcome["end"]>("paid", "paid", "refused", "refused", "never"),
    after: fc.constantFrom(...days),
  })
}

function anyDeed(days: number): fc.Arbitrary<Deed> {
  const deed = { day: fc.nat(days), days: fc.integer({ min: 1, max: 60 }), do: fc.constantFrom(...deeds) }
  return fc.record(deed) as fc.Arbitrary<Deed>
}
