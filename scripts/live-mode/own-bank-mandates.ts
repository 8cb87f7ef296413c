// What payers and others do with mandates at the merchant's own bank (PIX Automático).
import type { Json } from "../../test/support/app/client.ts"
import type { Random } from "../merchants/random.ts"
import { type Actor, someOf } from "./actors.ts"
import type { OwnBank } from "./own-bank.ts"
import { refusing, takeBack } from "./own-bank-payers.ts"
import { PAYER, post } from "./payers.ts"
import type { Place } from "./place.ts"

/** A product with a plan whose periods mandates know. `isTrial`: the first payment charges nothing. `isPriced`: it says what each further one takes. */
export type Club = { product: string; isTrial: boolean; isPriced: boolean }

const HOUR_MS = 3_600_000
const LATE_MS = [0, 60_000, 30 * 60_000, HOUR_MS, 5 * HOUR_MS]
/** Codes of a refusal: one that ends the charge, and one of a try alone. */
const CODES = ["AC05", "AM02", "AB10"]
const CANCELERS = ["USUARIO_PAGADOR", "PSP_PAGADOR", "PSP_RECEBEDOR"] as const
/** The share of ended mandates that a webhook tells. */
const TOLD = 0.6
/** The share of codes that are paid at once. */
const CODES_PAID = 0.2

/** A payer is shown a code, and pays and agrees, in one act or late, or pays and does not agree, or does nothing. */
export function subscribeByMandate(bank: OwnBank, clubs: readonly Club[]): Actor {
  return async (place) => {
    const { random } = place
    const { product, isTrial } = random.pick(clubs)
    const { id: customer } = await post(place, "/v1/customers", PAYER)
    const amount = isTrial ? 0 : random.integer(100, 99_999)
    const types = { payment_method_types: ["pix_automatico"] }
    const { id } = await post(place, "/v1/payment_intents", { amount, currency: "brl", customer, product, ...types })
    const token = await post(place, "/v1/tokens", { type: "pix_automatico" })
    const intent = await post(place, `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    if (intent.status === "requires_action") await agree(bank, place, intent, isTrial)
  }
}

async function agree(bank: OwnBank, place: Place, { id, next_action }: Json, isTrial: boolean): Promise<void> {
  const { random } = place
  const code = next_action.qr_code_data
  const chosen = random.integer(1, 100)
  if (chosen > 92) return
  await place.pause(random.pick(LATE_MS.slice(0, 3)))
  if (chosen > 86) await post(place, `/v1/payment_intents/${id}/cancel`, {})
  if (isTrial) return void refusing(() => (chosen > 75 ? bank.decline(code) : bank.agree(code)))
  const first = random.pick(["payment", "mandate"] as const)
  if (chosen <= 60) return void refusing(() => bank.payAndAgree(code, { first, isAgreed: chosen > 6 }))
  // The bank of the payer is slow with one of the two.
  refusing(() => bank.pay(bank.charge(code).txid, { late: true, afterRemoval: true }))
  await place.pause(random.pick(LATE_MS))
  refusing(() => bank.agree(code))
}

/** What happens to a mandate, or to a charge under one. The bank refuses some of it. */
export function disturb(bank: OwnBank, random: Random): void {
  const mandates = bank.allMandates().filter(({ status }) => status === "APROVADA")
  if (mandates.length === 0) return
  const { idRec } = random.pick(mandates)
  const charges = bank.allRecurring().filter((each) => each.idRec === idRec)
  const charge = charges.length > 0 ? random.pick(charges) : undefined
  const acts: (readonly [number, () => unknown])[] = [
    [22, () => bank.payerHas(idRec, 0)],
    [42, () => bank.payerHas(idRec, 1_000_000)],
    [2, () => bank.cancelMandate(idRec, { by: random.pick(CANCELERS), isTold: random.chance(TOLD) })],
    [10, () => charge && bank.cancelCharge(charge.txid)],
    [12, () => charge && bank.refuseCharge(charge.txid, random.pick(CODES))],
    [12, () => charge && bank.failOperationally(charge.txid)],
  ]
  let left = random.integer(1, 100)
  for (const [share, act] of acts) {
    left -= share
    if (left <= 0) return void refusing(act)
  }
}

/** Payers pay some of the codes that wait, such as those of cycles that no mandate pays. */
export function payCodes(bank: OwnBank, random: Random): void {
  const waiting = bank.charges().filter(({ status }) => status === "ATIVA" && random.chance(CODES_PAID))
  for (const { txid } of waiting) refusing(() => bank.pay(txid))
}

/** What goes back of a payment under a mandate that nobody orders here: a fraud, or a person in the bank's app. No webhook tells it. */
export function contest(bank: OwnBank, place: Pick<Place, "random">): void {
  const paid = bank.payments().filter(({ key }) => key === undefined)
  if (paid.length > 0) takeBack(bank, place.random.pick(paid), (most) => someOf(place, most), place.random)
}

/**
 * The merchant cancels, pauses or goes on with a subscription, detaches a mandate, refunds a payment, or has another price. `detached` gets what was to be
 * detached.
 */
export async function manage(place: Place, clubs: readonly Club[], detached: Set<string>): Promise<void> {
  const { random } = place
  const { product, isPriced } = random.pick(clubs)
  if (isPriced && random.chance(0.3)) return setPrice(place, product)
  const { data: all } = await place.retrieve("/v1/customer_subscriptions?limit=100")
  const living = (all as Json[]).filter(({ status }) => status !== "CANCELED")
  if (living.length === 0) return
  const { id, payment_method, paused_at } = random.pick(living)
  const path = `/v1/customer_subscriptions/${id}`
  const chosen = random.integer(1, 10)
  if (chosen === 1) await post(place, `${path}/cancel`, { cancel_at_period_end: random.chance(0.5) })
  else if (paused_at || chosen <= 3) await post(place, `${path}/${paused_at ? "resume" : "pause"}`, {})
  else if (chosen === 4 && payment_method) {
    detached.add(payment_method)
    await post(place, `/v1/payment_methods/${payment_method}/detach`, {})
  } else await refundOne(place)
}

/** Subscriptions that have begun keep their price. */
async function setPrice(place: Place, product: string): Promise<void> {
  await post(place, `/v1/products/${product}/price`, { amount: place.random.integer(1000, 9999), currency: "brl" })
}

async function refundOne(place: Place): Promise<void> {
  const { data } = await place.retrieve("/v1/payment_intents?limit=100")
  const leftOf = ({ amount_received, amount_refunded }: Json) => amount_received - amount_refunded
  const paid = (data as Json[]).filter((intent) => intent.status === "succeeded" && leftOf(intent) > 0)
  if (paid.length === 0) return
  const intent = place.random.pick(paid)
  await post(place, "/v1/refunds", { payment_intent: intent.id, amount: someOf(place, leftOf(intent)) })
}
