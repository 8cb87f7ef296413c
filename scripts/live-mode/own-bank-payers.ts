// What payers and others do with a PIX at the merchant's own bank: paid late, twice or with another amount, contested, and sent back in the bank's app.
import type { Pix } from "../../test/bank-pix/bank.ts"
import type { Json } from "../../test/support/app/client.ts"
import { type Random, shareOf } from "../merchants/random.ts"
import { type Actor, pause, refund, refundPart, someOf } from "./actors.ts"
import type { OwnBank } from "./own-bank.ts"
import { askFor, cancel } from "./payers.ts"
import type { Place } from "./place.ts"

const MINUTE_MS = 60_000
const SOON_MS = [0, 1000, MINUTE_MS, 10 * MINUTE_MS]
/** How often a payer looks whether the payment has succeeded, and when. */
const LOOKS = 20
const LOOK_MS = 10 * MINUTE_MS
/** The share of payments that no webhook tells, and of devoluções that fail. */
const UNTOLD = 0.2
const NOT_MADE = 0.1
/** How long reads of the bank do not show a payment. */
const UNSEEN_MS = [0, 0, 0, 2000, 20_000]

/** Pays at a charge. Throws where the payer's bank refuses. */
type Pay = (at: { bank: OwnBank; place: Place; txid: string; amount: number }) => void

const rightly: Pay = ({ bank, place, txid }) => void bank.pay(txid, how(place))

/** How often payers pay so, in per cent. */
const PAYS: readonly (readonly [number, Pay])[] = [
  [62, rightly],
  [10, payTwice],
  [6, ({ bank, place, txid, amount }) => void bank.pay(txid, { ...how(place), amount: another(place, amount) })],
  [6, payStranger],
  [16, () => {}],
]

/** A payer asks for a PIX and pays it, or does something else. Then merchant, bank and payer send parts of it back. */
export function payAtOwnBank(bank: OwnBank): Actor {
  return async (place) => {
    const { random } = place
    const intent = await askFor(place, "pix")
    if (intent.status !== "requires_action") return
    const { txid } = bank.charge(intent.next_action.qr_code_data)
    const pay = async () => refusing(() => shareOf(random, PAYS)({ bank, place, txid, amount: intent.amount }))
    const acts = random.chance(0.12)
      ? random.pick([
          [() => cancel(place, intent), pay],
          [pay, () => cancel(place, intent)],
        ])
      : [pay]
    if (random.chance(0.5)) await Promise.all(acts.map((act) => act()))
    else for (const act of acts) await act()
    if (random.chance(0.1)) payEnded(bank, txid, random)
    if ((await untilPaid(place, intent)) && random.chance(0.4)) await sendParts(bank, place, { intent, txid })
  }
}

/** After all limits of time: some are paid all the same, some that were paid are contested, and nobody tells it. Returns how many. */
export function actLate(bank: OwnBank, random: Random): { paid: number; contested: number } {
  const unpaid = bank.charges().filter(({ status }) => status !== "CONCLUIDA")
  const paid = unpaid.filter(({ txid }) => random.chance(0.5) && payEnded(bank, txid, random)).length
  const kept = bank.payments().filter((pix) => leftOf(pix) > 0 && random.chance(0.05))
  for (const pix of kept) takeBack(bank, pix, (most) => random.integer(1, most), random)
  return { paid, contested: kept.length }
}

/** Ends the devoluções that are under way. Some fail, unless `made`. */
export function settleReturns(bank: Pick<OwnBank, "payments" | "settleRefund">, random: Random, { made = false } = {}): void {
  for (const { e2eid, returns } of bank.payments())
    for (const { id, status } of returns)
      if (status === "EM_PROCESSAMENTO")
        bank.settleRefund({ e2eid, id, ...(!made && random.chance(NOT_MADE) && { failure: "Conta encerrada" }) })
}

/** Both payments come before the first one is known, or some time apart. The charge shows the second one, or only the list does. */
function payTwice({ bank, place, txid }: Parameters<Pay>[0]): void {
  bank.pay(txid, how(place))
  bank.pay(txid, { ...how(place), again: true, isShown: place.random.chance(0.5), at: bank.clock.now() + 1000 })
}

/** Another key of the same merchant gets the money, with or without the charge's txid. It is none of this charge. */
function payStranger({ bank, place, txid, amount }: Parameters<Pay>[0]): void {
  const holder = bank.merchants.find(({ account }) => account.cnpj === bank.charge(txid).cnpj)!
  const key = [...holder.account.keys].at(-1)!
  bank.payKey(key, { ...how(place), amount, ...(place.random.chance(0.5) && { txid }) })
}

/** A charge that has expired or was removed. Returns whether the payer's bank has let it through. */
function payEnded(bank: OwnBank, txid: string, random: Random): boolean {
  return refusing(() =>
    bank.pay(txid, { late: true, afterRemoval: true, isShown: random.chance(0.5), isTold: random.chance(0.5) }),
  )
}

async function untilPaid(place: Place, { id }: Json): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { status } = await place.retrieve(`/v1/payment_intents/${id}`)
    if (status === "succeeded") return true
    if (status === "canceled") return false
    await place.pause(LOOK_MS)
  }
  return false
}

/** Refunds here and in the bank's app, and what a fraud takes back (MED), in parts, at once or one after the other. */
async function sendParts(bank: OwnBank, place: Place, { intent, txid }: { intent: Json; txid: string }): Promise<void> {
  const { random } = place
  const here = () => (random.chance(0.5) ? refund(place, intent.id) : refundPart(place, intent.id, someOf(place, intent.amount)))
  const elsewhere = async () => {
    const pix = random.pick(bank.payments().filter((each) => each.txid === txid))
    takeBack(bank, pix, (most) => someOf(place, most), random)
  }
  const acts = Array.from({ length: random.integer(1, 3) }, () => random.pick([here, here, elsewhere]))
  const soon = async (act: () => Promise<void>) => {
    await pause(place, SOON_MS)
    await act()
  }
  if (random.chance(0.5)) await Promise.all(acts.map(soon))
  else for (const act of acts) await soon(act)
}

/** A fraud takes back (MED), or a person sends back in the bank's app, what `centsOf` chooses of what is left. */
export function takeBack(bank: OwnBank, pix: Pix, centsOf: (most: number) => number, random: Random): void {
  const [{ e2eid, key }, most] = [pix, leftOf(pix)]
  if (most === 0) return
  const natures = ["MED_FRAUDE", key === undefined ? "MED_PIX_AUTOMATICO" : "MED_OPERACIONAL"] as const
  if (random.chance(0.5)) refusing(() => bank.returnByMed(e2eid, centsOf(most), random.pick(natures)))
  else refusing(() => bank.refundInApp(e2eid, centsOf(most)))
}

function leftOf({ cents, returns }: Pix): number {
  return cents - returns.filter(({ status }) => status !== "NAO_REALIZADO").reduce((sum, one) => sum + one.cents, 0)
}

function how({ random }: Place): { isTold: boolean; unseenMs: number } {
  return { isTold: !random.chance(UNTOLD), unseenMs: random.pick(UNSEEN_MS) }
}

function another({ random }: Place, amount: number): number {
  return Math.max(1, amount + random.pick([-1, 1]) * random.integer(1, 500))
}

/** Whether it was done: banks refuse some of what people want. */
export function refusing(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
