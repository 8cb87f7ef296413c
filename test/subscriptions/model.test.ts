import { expect } from "chai"
import fc from "fast-check"
import { subscriptionCharges } from "../../src/billing/subscriptions/tables.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, DAY, newRecurringProduct, saveNewCard, subscribe, timeOf } from "../support/merchants/subscriptions.ts"
import { type Deed, type Log, model, type Outcome, type Story } from "./model.ts"
import { anyCardStory } from "./stories.ts"

// schedule.unit.test.ts compares the schedule with the model in thousands of stories without a database. This file compares the whole
// service, in as many stories as fit into a few seconds. `VINTEM_STORIES=400` plays that many, which takes minutes.
const requestedRuns = process.env.VINTEM_STORIES
const runs = Number(requestedRuns ?? 40)
const maxMs = requestedRuns ? Number.POSITIVE_INFINITY : 15_000

const EVENING = 18 * 3600

const chargesOf = testOnly(
  subscriptionCharges.statement(["subscription"], (rows, p) =>
    rows
      .join("payment_intents", "payment_intents.id", "subscription_charges.payment_intent")
      .where({ "subscription_charges.subscription": p.subscription })
      .orderBy("payment_intents.id")
      .select<{ period: number; attempt: number; created: number }>("period", "attempt", "payment_intents.created"),
  ),
)

describe("Subscriptions in the service", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it(`do the same as the model in whole days, in up to ${runs} random stories`, async () => {
    const endsAt = Date.now() + maxMs
    let stories = 0
    await fc.assert(
      fc.asyncProperty(anyCardStory(), async (story) => {
        // On a machine that is very busy, one story may take longer than all should.
        if (stories > 0 && Date.now() > endsAt) return
        const merchant = await newMerchant(vintem)
        if (story.firstDay > 0) await advance(merchant, { seconds: story.firstDay * DAY })
        const played = await play(vintem, merchant, story)
        const log = model({ ...story, firstDay: played.firstDay })
        expect(played.charges).to.deep.equal(log.filter((line) => line.includes("charge")))
        for (const { day, status } of played.seen) expect(`${day} ${status}`).to.equal(`${day} ${stateOn(day, story, log)}`)
        stories++
      }),
      { numRuns: runs },
    )
  }).timeout(60_000 + runs * 5000)
})

type Played = { firstDay: number; charges: Log; seen: { day: number; status: string }[] }

/** Plays a story through the API. The outcomes of the charges come from the story. */
async function play(vintem: Running, merchant: Merchant, story: Story): Promise<Played> {
  const { interval, count, trialDays } = story.plan
  const product = await newRecurringProduct(vintem, merchant, { interval, count, trialDays })
  const { id, customer, created } = await subscribe(merchant, product)
  const restore = withOutcomes(vintem, merchant, story.outcomes)
  const seen: Played["seen"] = []
  try {
    const deeds = story.deeds.filter(({ day }) => day <= story.days).map((deed, order) => ({ ...deed, order }))
    deeds.sort((a, b) => a.day - b.day || a.order - b.order)
    for (const deed of deeds) {
      await advanceTo(merchant, created + deed.day * DAY + EVENING)
      const ended = (await again(merchant, { id })).status === "CANCELED"
      if (ended) break
      if (deed.do === "new_card") await saveNewCard(merchant, customer)
      else await act(merchant, { id, created }, deed)
      seen.push({ day: deed.day, status: (await again(merchant, { id })).status })
    }
    await advanceTo(merchant, created + story.days * DAY + EVENING)
  } finally {
    restore()
  }
  seen.push({ day: story.days, status: (await again(merchant, { id })).status })
  const rows = await vintem.server.modes.test.database.all(chargesOf, { subscription: id })
  const charges = rows.map((row) => `${Math.floor((row.created - created) / DAY)} charge ${row.period}.${row.attempt}`)
  // On a day with several deeds, only the last status counts.
  return { firstDay: Math.floor(created / DAY), charges, seen: seen.filter(({ day }, i) => seen[i + 1]?.day !== day) }
}

async function act(merchant: Merchant, { id, created }: Json, deed: Exclude<Deed, { do: "new_card" }>): Promise<void> {
  const post = (action: string, body: object) => merchant.request("POST", `/v1/customer_subscriptions/${id}/${action}`, body)
  const at = (days: number) => created + (deed.day + days) * DAY
  switch (deed.do) {
    case "cancel":
      return expectStatus(await post("cancel", {}), 200)
    case "cancel_at_period_end":
      return expectStatus(await post("cancel", { cancel_at_period_end: true }), 200)
    case "cancel_in":
      return expectStatus(await post("cancel", { cancel_at: at(deed.days) }), 200)
    case "pause":
    case "pause_for":
      expect((await post("pause", deed.do === "pause" ? {} : { resumes_at: at(deed.days + 1) })).status).to.be.oneOf([200, 400])
      return
    case "resume":
      // The pause ends at midnight, as in the model.
      if ((await again(merchant, { id })).paused) expectStatus(await post("pause", { resumes_at: at(1) }), 200)
  }
}

async function advanceTo(merchant: Merchant, to: number): Promise<void> {
  if (to > (await timeOf(merchant))) await advance(merchant, { to })
}

function stateOn(day: number, { plan }: Story, log: Log): string {
  const states = log
    .map((line) => line.split(" "))
    .filter(([on, what]) => Number(on) <= day && what !== "charge" && what !== "told")
  return states.at(-1)?.[1] ?? (plan.trialDays > 0 ? "TRIALING" : "ACTIVE")
}

/** Gives a merchant's charges these outcomes in order. All later charges are paid. */
function withOutcomes(vintem: Running, merchant: Merchant, outcomes: Outcome[]): () => void {
  const refusal = { result: "refused", charge: null, code: "card_declined", message: "The issuer refused the card." } as const
  const { restore } = withAcquirer(vintem, merchant, (call) => {
    const outcome = outcomes[call - 1]
    return !outcome || outcome.end === "paid" ? undefined : { ...refusal, irreversible: outcome.end === "never" }
  })
  return restore
}
