// An operator who works through the attention list: looks each item up in Cielo's portal, and runs the command that the item names.
import { scopeOf } from "../../../src/accounts/scope.ts"
import type { AttentionItem, AttentionKind } from "../../../src/attention/item.ts"
import { listAttention } from "../../../src/attention/list.ts"
import { Refusal } from "../../../src/base/errors.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Mode, Scope } from "../../../src/modes/wiring.ts"
import { dismissInquiry } from "../../../src/payments/attempts/order.ts"
import { type AttemptRow, attempts } from "../../../src/payments/attempts/table.ts"
import { findDispute, settleExcess } from "../../../src/payments/disputes/disputes.ts"
import { settleMismatch } from "../../../src/payments/intents/settle-mismatch.ts"
import { settleByHand, settleReversal } from "../../../src/payments/refunds/settle-by-hand.ts"
import { type RefundRow, refunds } from "../../../src/payments/refunds/table.ts"
import type { Entry } from "../../../test/cielo/control.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import type { Random } from "../../merchants/random.ts"
import type { CieloBank } from "./cielo.ts"

/** An item is about an attempt, or about the refund of an attempt. */
const attemptOf = testOnly(attempts.find(["account", "id"]))
const attemptOfRefund = testOnly(attempts.find(["account", "refund"]))
const refundsOf = testOnly(refunds.find(["account", "payment_intent"]))

const HAND_PAID = 0.7

export type Desk = {
  list(): Promise<AttentionItem[]>
  /** Settles what is listed, of all kinds or of one. Returns how many items were settled. */
  work(kind?: AttentionKind): Promise<number>
  /** The payments that were accepted with another amount. */
  accepted: ReadonlySet<string>
  /** What was paid back of a charge by hand, in cents. */
  paidByHand(charge: string): number
  /** What is left of a sale, in cents. */
  heldOf(sale: Entry): number
}

/** `refunds` are those of the item's payment. Returns false if there is nothing to do yet. */
type Settle = (
  tx: Transaction,
  scope: Scope,
  about: { attempt: AttemptRow; sale: Entry; refunds: RefundRow[] },
) => Promise<boolean>

/** `mode` has a database to which the connection never fails. */
export function openDesk(mode: Mode, cielo: CieloBank, random: Random): Desk {
  const byHand = new Map<string, number>()
  const accepted = new Set<string>()
  const paidByHand = (charge: string) => byHand.get(charge) ?? 0
  const payBack = (charge: string, amount: number) => byHand.set(charge, paidByHand(charge) + amount)
  const heldOf = (sale: Entry) => sale.captured - sale.voided - sale.charged_back - paidByHand(sale.payment_id)

  const SETTLE: Partial<Record<AttentionKind, Settle>> = {
    outcome_unknown: async (tx, scope, { attempt, sale, refunds }) => {
      const refund = refunds.find(({ id }) => id === attempt.refund)
      if (refund) await settleByHand(tx, scope, refund, isMade(refund, refunds, sale) ? "succeeded" : "failed")
      // Look-ups find the outcome of a sale, and tell whether there is a chargeback.
      if (attempt.kind !== "reversal") return refund !== undefined
      await settleReversal(tx, scope, attempt)
      payBack(sale.payment_id, Math.max(0, heldOf(sale)))
      return true
    },
    refund_by_hand: async (tx, scope, { attempt, sale, refunds }) => {
      const isPaid = random.chance(HAND_PAID)
      for (const refund of refunds.filter(({ id }) => id === attempt.refund)) {
        await settleByHand(tx, scope, refund, isPaid ? "succeeded" : "failed")
        if (isPaid) payBack(sale.payment_id, refund.amount)
      }
      return true
    },
    reversal_by_hand: async (tx, scope, { attempt, sale }) => {
      await settleReversal(tx, scope, attempt)
      payBack(sale.payment_id, attempt.amount ?? 0)
      return true
    },
    chargeback_unconfirmed: dismissUnshown,
    returned_chargeback_unconfirmed: dismissUnshown,
    amount_mismatch: async (tx, scope, { attempt }) => {
      const decision = random.pick(["accept", "send_back"] as const)
      const { id } = await settleMismatch(tx, scope, attempt, decision)
      if (decision === "accept") accepted.add(id)
      return true
    },
  }

  async function settle({ kind, account, id, refund }: AttentionItem): Promise<boolean> {
    const { database } = mode
    if (kind === "dispute_exceeds_payment") return settleDispute(mode, account, id)
    const settleKind = SETTLE[kind]
    const attempt = await (refund ? database.one(attemptOfRefund, { account, refund }) : database.one(attemptOf, { account, id }))
    if (!settleKind || !attempt?.payment_intent) return false
    const sale = cielo.ledger().find((each) => each.payment_id === attempt.charge || each.order_id === attempt.reference)
    if (!sale) return false
    const refunds = await database.all(refundsOf, { account, payment_intent: attempt.payment_intent })
    try {
      return await database.transaction(async (tx) =>
        settleKind(tx, await scopeOf(tx, mode, account), { attempt, sale, refunds }),
      )
    } catch (error) {
      // The acquirer may still be doing it, so the command says to try again later.
      if (error instanceof Refusal) return false
      throw error
    }
  }

  const list = async () => (await listAttention(mode)).items
  const work = async (wanted?: AttentionKind) => {
    let settled = 0
    for (const item of await list()) if (item.kind === (wanted ?? item.kind) && (await settle(item))) settled++
    return settled
  }
  return { list, work, accepted, paidByHand, heldOf }
}

/** Where Cielo has a chargeback, the next look-up finds it. */
const dismissUnshown: Settle = async (tx, _scope, { attempt, sale }) => {
  if (sale.charged_back > 0) return false
  await dismissInquiry(tx, attempt)
  return true
}

async function settleDispute({ database }: Mode, account: string, id: string): Promise<boolean> {
  const dispute = await findDispute(database, account, id)
  if (dispute) await database.transaction((tx) => settleExcess(tx, dispute, true))
  return dispute !== undefined
}

/** Cielo's portal has no references. So a refund was made if Cielo has made more of its amount than are known. */
function isMade({ amount }: RefundRow, refunds: RefundRow[], sale: Entry): boolean {
  const isKnown = ({ status, reported }: RefundRow) => status === "succeeded" && !reported
  const known = refunds.filter((each) => isKnown(each) && each.amount === amount)
  return (
    sale.refunds.filter((each) => each.by === "call" && each.state !== "refused" && each.amount === amount).length > known.length
  )
}
