// What others do with a sale: the card network, a person in Cielo's portal, and an acquirer that takes another amount or goes silent.
import type { Entry } from "../../test/cielo/control.ts"
import { authorizeCard, cancel, capture, chargeCard, post, Unexpected } from "./payers.ts"
import type { Place } from "./place.ts"

export type Actor = (place: Place) => Promise<void>

const HOUR_MS = 3_600_000
const SOON_MS = [0, 1000, 10_000, 60_000, HOUR_MS]
const LATER_MS = [0, 60_000, HOUR_MS, 4 * HOUR_MS]
/** A sale that look-ups do not find for so long counts as not made after 15 minutes. */
const HIDDEN_MS = [60_000, HOUR_MS, 3 * HOUR_MS]
const LOST = 0.35
/** The status of a sale that is authorized and not captured. */
const AUTHORIZED = 1
const SPENT = ["payment_intent_already_refunded", "parameter_invalid"]

/** Pays by card. Returns the payment intent, and its newest sale at Cielo as it is when it is asked for. */
export async function buy(place: Place, wanted?: string) {
  const { bank, random, salesOf } = place
  const hidden = () => `unseen:${random.pick(HIDDEN_MS)}+cut_after`
  const fault = wanted ?? (random.chance(LOST) ? hidden() : undefined)
  const { id } = await chargeCard(place, async ({ amount }) => {
    if (fault) await bank.addFaults({ operation: "card", amount, fault, times: 1 })
  })
  const sale = async () => (await salesOf(id)).filter(({ captured }) => captured > 0).at(-1)
  return { intent: id as string, sale }
}

/** Partial and whole chargebacks, also of what was given up or sent back before, and notifications of chargebacks that are none. */
export async function chargeBackInParts(place: Place): Promise<void> {
  const { bank, random } = place
  const { intent, sale } = await buy(place)
  if (random.chance(0.3)) await refund(place, intent)
  for (let left = random.integer(1, 3); left > 0; left--) {
    await pause(place, LATER_MS)
    const of = await sale()
    const most = of ? of.captured - of.charged_back : 0
    if (!of || most < 1) return
    if (random.chance(0.2)) await bank.notify({ payment: of.payment_id, change_type: 7 })
    else await bank.chargeback({ payment: of.payment_id, amount: someOf(place, most) })
  }
}

/** Refunds in the portal before, during and after those that are ordered here, whose answers may get lost. */
export async function refundElsewhere(place: Place): Promise<void> {
  const { random, bank } = place
  const { intent, sale } = await buy(place)
  const made = await sale()
  if (made && random.chance(0.5)) {
    const fault = random.pick(["cut_before", "cut_after"])
    await bank.addFaults({ operation: "void", payment: made.payment_id, fault, times: 1 })
  }
  const inPortal = async () => {
    await pause(place, SOON_MS)
    await sendBack(place, await sale(), (most) => someOf(place, most))
  }
  const here = async () => {
    await pause(place, SOON_MS)
    await refund(place, intent)
  }
  const acts = random.pick([[inPortal], [inPortal, here], [here, inPortal], [inPortal, here, inPortal]])
  if (random.chance(0.5)) await Promise.all(acts.map((act) => act()))
  else for (const act of acts) await act()
}

/**
 * Refunds in parts, often of the same amount, at once or one after the other. Answers get lost, and meanwhile others take their parts in the
 * portal or by a chargeback.
 */
export async function refundInParts(place: Place): Promise<void> {
  const { random, bank } = place
  const { intent, sale } = await buy(place)
  const made = await sale()
  if (!made) return
  const { payment_id: payment, captured } = made
  if (random.chance(0.7)) {
    const fault = random.pick(["cut_before", "cut_after", "cut_after"])
    await bank.addFaults({ operation: "void", payment, fault, times: random.integer(1, 2) })
  }
  const part = Math.ceil(captured / random.integer(2, 5))
  const here = () => refundPart(place, intent, random.chance(0.7) ? part : random.integer(1, captured))
  const elsewhere = async () => sendBack(place, await sale(), (most) => Math.min(part, most))
  const network = async () => {
    const left = (await sale())?.remaining ?? 0
    if (left > 0) await bank.chargeback({ payment, amount: Math.min(part, left) }).catch(() => {})
  }
  const acts = Array.from({ length: random.integer(2, 5) }, () => random.pick([here, here, here, here, elsewhere, network]))
  const soon = async (act: () => Promise<void>) => {
    await pause(place, SOON_MS)
    await act()
  }
  if (random.chance(0.5)) await Promise.all(acts.map(soon))
  else for (const act of acts) await soon(act)
}

/**
 * Authorizes a card. Answers to its capture or its void get lost, and somebody captures or voids in the portal, before or after the merchant
 * captures, cancels or does nothing.
 */
export async function captureElsewhere(place: Place): Promise<void> {
  const { random, bank, salesOf } = place
  const intent = await authorizeCard(place)
  const [held] = (await salesOf(intent.id)).filter(({ status }) => status === AUTHORIZED)
  if (!held || intent.status !== "requires_capture") return
  const { payment_id: payment } = held
  if (random.chance(0.5)) {
    const [operation, fault] = [random.pick(["capture", "capture", "void"] as const), random.pick(["cut_before", "cut_after"])]
    await bank.addFaults({ operation, payment, fault, times: random.integer(1, 2) })
  }
  const here = random.pick([capture, capture, cancel, async () => {}])
  const portal = random.pick([
    () => bank.captureInPortal({ payment, amount: someOf(place, held.amount) }),
    () => bank.refundInPortal({ payment }),
    async () => {},
  ])
  const inPortal = async () => {
    await pause(place, SOON_MS)
    // The portal refuses what is captured or released already.
    await portal().catch(() => {})
  }
  const order = async () => {
    await pause(place, SOON_MS)
    await here(place, intent)
  }
  for (const act of random.pick([
    [inPortal, order],
    [order, inPortal],
  ]))
    await act()
}

/** Cielo takes another amount. The operator decides, and the merchant returns in the portal what was taken beyond the payment. */
export async function takeAnotherAmount(place: Place): Promise<void> {
  const { random, desk } = place
  const cents = random.integer(1, 99)
  const { intent, sale } = await buy(place, `${random.pick(["over", "short"])}:${cents}`)
  const returnExcess = async () => {
    await pause(place, SOON_MS)
    const of = await sale()
    if (of && of.captured > of.amount) await sendBack(place, of, () => of.captured - of.amount)
  }
  const refundHere = async () => refund(place, intent, (await sale())?.captured)
  const decide = async () => {
    await pause(place, SOON_MS)
    await desk.work({ kind: "amount_mismatch", payment_intent: intent })
  }
  const acts = random.pick([[decide], [decide, returnExcess], [returnExcess, decide], [decide, refundHere]])
  for (const act of acts) await act()
}

/** Cielo never again answers a look-up about a sale: a lost one, or one of which money is to go back. */
export async function goSilent(place: Place): Promise<void> {
  const { random, bank } = place
  if (random.chance(0.4)) return void (await buy(place, `${random.pick(["silent", "silent:hang"])}+cut_after`))
  const { intent, sale } = await buy(place)
  const of = await sale()
  if (of) await bank.silence({ payment: of.payment_id, by: random.pick(["hang_before", "error_before"]) })
  if (random.chance(0.7)) await refund(place, intent)
}

/** Refunds a part or all of a payment, but no more than was taken. */
export async function refund(place: Place, payment_intent: string, taken = Number.POSITIVE_INFINITY): Promise<void> {
  const { amount, status } = await place.retrieve(`/v1/payment_intents/${payment_intent}`)
  if (status !== "succeeded") return
  await post(place, "/v1/refunds", { payment_intent, amount: someOf(place, Math.min(amount, taken)) })
}

/** Refunds a part of a payment, at most what is left. Another part may be faster. */
export async function refundPart(place: Place, payment_intent: string, part: number): Promise<void> {
  const { amount, amount_refunded, status } = await place.retrieve(`/v1/payment_intents/${payment_intent}`)
  if (status !== "succeeded" || amount_refunded >= amount) return
  await post(place, "/v1/refunds", { payment_intent, amount: Math.min(part, amount - amount_refunded) }).catch(unlessSpent)
}

/** Some of a payment had gone back before, so there was less left than a refund asked for. */
export function unlessSpent(error: unknown): void {
  const isSpent = error instanceof Unexpected && SPENT.includes(error.code ?? "")
  if (!isSpent) throw error
}

/** Sends back in the portal what `amountOf` chooses of what is left. The portal refuses a sale that is not decided yet. */
async function sendBack({ bank }: Place, sale: Entry | undefined, amountOf: (most: number) => number): Promise<void> {
  if (!sale || sale.remaining < 1) return
  await bank
    .refundInPortal({ payment: sale.payment_id, amount: Math.min(sale.remaining, amountOf(sale.remaining)) })
    .catch(() => {})
}

/** Often all of it, or half, so that what is left is as much as what has gone back. */
export function someOf({ random }: Pick<Place, "random">, most: number): number {
  return random.pick([most, Math.ceil(most / 2), random.integer(1, most)])
}

export function pause(place: Place, choices: readonly number[]): Promise<void> {
  return place.pause(place.random.pick(choices))
}
