// An operator who works through the attention list: looks each item up in Cielo's portal, and runs the command that the item names.
import type { AttentionItem } from "../../src/attention/item.ts"
import { type AttentionMode, listAttention } from "../../src/attention/list.ts"
import type { Database } from "../../src/db/database.ts"
import { type AttemptRow, attempts } from "../../src/payments/attempts/table.ts"
import type { ChargeDecision } from "../../src/payments/intents/settle-charge.ts"
import { type RefundRow, refunds } from "../../src/payments/refunds/table.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Random } from "../merchants/random.ts"
import { type DisputeDesk, type DisputeHand, openDisputeDesk } from "./dispute-desk.ts"

/** An item is about an attempt, or about the refund of an attempt. */
const attemptOf = testOnly(attempts.find(["account", "id"]))
const attemptOfRefund = testOnly(attempts.find(["account", "refund"]))
const refundsOf = testOnly(refunds.find(["account", "payment_intent"]))

const HAND_PAID = 0.7
/** The share of chargebacks beyond what was left of a payment that the merchant has lost. */
const TAKEN = 0.7
const EVERYTHING = 1_000_000

/** The commands of an operator. Each returns whether it was carried out: the acquirer may still be doing what it is about. */
export type Hand = {
  settleRefund(refund: RefundRow, status: "succeeded" | "failed"): Promise<boolean>
  settleReversal(reversal: AttemptRow): Promise<boolean>
  settleCharge(charge: AttemptRow, decision: ChargeDecision): Promise<boolean>
  dismiss(inquiry: AttemptRow): Promise<boolean>
  settleExcess(item: Pick<AttentionItem, "account" | "id">, taken: boolean): Promise<boolean>
  disputes: DisputeHand
}

export type Desk = {
  list(): Promise<AttentionItem[]>
  /** Settles what is listed, all of it, or what has these members. Returns how many items were settled. */
  work(wanted?: Partial<Pick<AttentionItem, "kind" | "payment_intent">>): Promise<number>
  disputes: DisputeDesk
  /** The payments that were accepted with another amount. */
  accepted: ReadonlySet<string>
  /** What was paid back of a charge by hand, in cents. */
  paidByHand(charge: string): number
  /** What is left of a sale, in cents. */
  heldOf(sale: Entry): number
}

/** What an item is about. `refunds` are those of its payment. */
type About = { attempt: AttemptRow; refunds: RefundRow[] }
/** Returns false if there is nothing to do yet. */
type Settle = (about: About & { sale: Entry }) => Promise<boolean>

type Parts = { mode: AttentionMode & { readonly database: Database }; hand: Hand; cielo: Pick<Control, "sales">; random: Random }

/** `mode` has a database to which the connection never fails. */
export function openDesk({ mode, hand, cielo, random }: Parts): Desk {
  const { database } = mode
  const byHand = new Map<string, number>()
  const accepted = new Set<string>()
  const paidByHand = (charge: string) => byHand.get(charge) ?? 0
  const payBack = (charge: string, amount: number) => byHand.set(charge, paidByHand(charge) + amount)
  const heldOf = (sale: Entry) => sale.captured - sale.voided - sale.charged_back - paidByHand(sale.payment_id)

  async function settleReversal(attempt: AttemptRow, sale: Entry, amount: number): Promise<boolean> {
    const isSettled = await hand.settleReversal(attempt)
    if (isSettled) payBack(sale.payment_id, amount)
    return isSettled
  }

  async function decide(attempt: AttemptRow, decision: ChargeDecision): Promise<boolean> {
    const isSettled = await hand.settleCharge(attempt, decision)
    if (isSettled && decision === "accept" && attempt.payment_intent) accepted.add(attempt.payment_intent)
    return isSettled
  }

  /** Where Cielo has a chargeback, the next look-up finds it. */
  const dismissUnshown: Settle = async ({ attempt, sale }) => sale.charged_back === 0 && hand.dismiss(attempt)

  const SETTLE: Partial<Record<AttentionItem["kind"], Settle>> = {
    outcome_unknown: async ({ attempt, sale, refunds }) => {
      if (attempt.kind === "reversal") return settleReversal(attempt, sale, leftOf(attempt, sale, paidByHand(sale.payment_id)))
      const refund = refunds.find(({ id }) => id === attempt.refund)
      return refund !== undefined && hand.settleRefund(refund, isMade(refund, refunds, sale) ? "succeeded" : "failed")
    },
    refund_by_hand: async ({ attempt, sale, refunds }) => {
      const refund = refunds.find(({ id }) => id === attempt.refund)
      const isPaid = random.chance(HAND_PAID)
      const isSettled = refund !== undefined && (await hand.settleRefund(refund, isPaid ? "succeeded" : "failed"))
      if (isSettled && isPaid) payBack(sale.payment_id, refund.amount)
      return isSettled
    },
    reversal_by_hand: ({ attempt, sale }) => settleReversal(attempt, sale, attempt.amount ?? 0),
    chargeback_unconfirmed: dismissUnshown,
    returned_chargeback_unconfirmed: dismissUnshown,
    amount_mismatch: ({ attempt }) => decide(attempt, random.pick(["accept", "send_back"])),
  }

  async function settle({ kind, account, id, refund }: AttentionItem): Promise<boolean> {
    if (kind === "dispute_exceeds_payment") return hand.settleExcess({ account, id }, random.chance(TAKEN))
    const attempt = await (refund ? database.one(attemptOfRefund, { account, refund }) : database.one(attemptOf, { account, id }))
    if (!attempt?.payment_intent) return false
    const { payment_intent } = attempt
    const [sale] = await cielo.sales({ payments: attempt.charge ? [attempt.charge] : [], orders: [attempt.reference] })
    if (kind === "outcome_unknown" && attempt.kind === "charge") return tellOf(attempt, sale)
    const refundsOfPayment = await database.all(refundsOf, { account, payment_intent })
    return (sale && (await SETTLE[kind]?.({ attempt, sale, refunds: refundsOfPayment }))) ?? false
  }

  /** Tells what the portal shows of a sale about which Cielo's API says nothing. */
  async function tellOf(attempt: AttemptRow, sale: Entry | undefined): Promise<boolean> {
    if (!sale || sale.status === REFUSED) return decide(attempt, "not_made")
    return sale.captured > 0 && decide(attempt, "accept")
  }

  const list = async () => (await listAttention(mode, { limit: EVERYTHING })).items
  const work: Desk["work"] = async ({ kind, payment_intent } = {}) => {
    let settled = 0
    for (const item of await list()) {
      const isWanted = item.kind === (kind ?? item.kind) && item.payment_intent === (payment_intent ?? item.payment_intent)
      if (isWanted && (await settle(item))) settled++
    }
    return settled
  }
  return { list, work, disputes: openDisputeDesk(hand.disputes, database), accepted, paidByHand, heldOf }
}

/** What the operator gives back, so that a reversal is made. What the card network takes besides, the payer has twice. */
function leftOf({ amount }: AttemptRow, { captured, voided }: Entry, paidByHand: number): number {
  return Math.max(0, Math.min(amount ?? captured, captured - voided - paidByHand))
}

/** The status of a sale that the issuer has refused. */
const REFUSED = 3

/** Cielo's portal has no references. So a refund was made if Cielo has made more of its amount than are known. */
function isMade({ amount }: RefundRow, refunds: RefundRow[], sale: Entry): boolean {
  const isKnown = ({ status, reported }: RefundRow) => status === "succeeded" && !reported
  const known = refunds.filter((each) => isKnown(each) && each.amount === amount)
  return (
    sale.refunds.filter((each) => each.by === "call" && each.state !== "refused" && each.amount === amount).length > known.length
  )
}
