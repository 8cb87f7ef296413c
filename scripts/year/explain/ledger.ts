// The balance transactions that a payment should have: of itself, of its refunds, disputes and their failures (docs/ledger.md).
import { at, type Event, type Facts, type Payment, type Refund, type Terms } from "./facts.ts"
import { type Part, partsOf } from "./price.ts"

/** Without an id and a payout, which only the file has. */
export type Expected = {
  type: string
  source: string
  /** Of how many, such as 2/3. Empty if the row is of no installment. */
  installment: string
  amount: number
  fee: number
  available_on: number
  created: number
}

type Taking = { from: Part | undefined; row: Expected }
type Step = { at: number; order: number; do: () => void }

/** All rows of all payments, in no order. */
export function expectedRows({ payments, refunds, events, terms }: Facts): Expected[] {
  const paid = new Map(of(events, "payment_intent.succeeded").map(({ created, data }) => [data.object.id, created]))
  const failed = new Map(of(events, "refund.failed").map(({ created, data }) => [data.object.id, created]))
  const disputes = of(events, "charge.dispute.created")
  return payments
    .filter(({ status }) => status === "succeeded")
    .flatMap((payment) => {
      const paidAt = paid.get(payment.id)
      if (paidAt === undefined) throw new Error(`no event says when ${payment.id} was paid`)
      return rowsOf(payment, paidAt, {
        terms: at(terms, paidAt)?.terms,
        refunds: refunds.filter(({ payment_intent }) => payment_intent === payment.id),
        disputes: disputes.filter(({ data }) => data.object.payment_intent === payment.id),
        failed,
      })
    })
}

type Afterwards = { terms: Terms | undefined; refunds: Refund[]; disputes: Event[]; failed: ReadonlyMap<string, number> }

function rowsOf(payment: Payment, paidAt: number, { terms, refunds, disputes, failed }: Afterwards): Expected[] {
  const parts = partsOf(payment, terms, paidAt)
  const rows = parts.map((part): Expected => {
    const { amount, fee, available_on } = part
    return { type: "payment", source: payment.id, installment: nameOf(part), amount, fee, available_on, created: paidAt }
  })
  const takings = new Map<string, Taking[]>()
  const fee = (source: string, amount: number, created: number) => {
    if (amount !== 0) rows.push({ type: "fee", source, installment: "", amount, fee: 0, available_on: created, created })
  }
  const steps: Step[] = []
  for (const refund of refunds) {
    const { id, created, reason } = refund
    const cost = reason === "dispute" ? 0 : (terms?.refund_fee ?? 0)
    const take = () => {
      const returns = terms?.returns_fee_on_refund ? { fee: sum(parts, "fee"), amount: payment.amount_received } : undefined
      const taken = takeFrom(parts, refund, { rows, returns })
      takings.set(id, taken)
      rows.push(...taken.map(({ row }) => row))
      fee(id, -cost, created)
    }
    const failedAt = failed.get(id)
    const undo = (time: number) => () => {
      rows.push(...undone(takings.get(id) ?? [], time))
      fee(id, cost, time)
    }
    steps.push({ at: created, order: 0, do: take })
    if (failedAt !== undefined) steps.push({ at: failedAt, order: 1, do: undo(failedAt) })
  }
  for (const step of steps.sort((a, b) => a.at - b.at || a.order - b.order)) step.do()
  for (const { created, data } of disputes) fee(data.object.id, -(terms?.dispute_fee ?? 0), created)
  return rows
}

type Before = { rows: Expected[]; returns: { fee: number; amount: number } | undefined }

/** Money to come first, the latest part first, and only the rest at once. The fee goes back in proportion, if the terms say so. */
function takeFrom(parts: Part[], { id, amount, reason, created }: Refund, { rows, returns }: Before): Taking[] {
  const taken: { from: Part | undefined; amount: number }[] = []
  let left = amount
  const toCome = parts.filter(({ available_on }) => available_on > created)
  for (const part of toCome.sort((a, b) => b.available_on - a.available_on || b.number - a.number)) {
    const taking = Math.min(left, part.left)
    if (taking === 0) continue
    part.left -= taking
    left -= taking
    taken.push({ from: part, amount: taking })
  }
  if (left > 0) taken.push({ from: undefined, amount: left })
  const back = rows.filter(({ type }) => type !== "payment" && type !== "fee")
  let [gone, returned] = [-sum(back, "amount"), -sum(back, "fee")]
  return taken.map(({ from, amount: taking }) => {
    gone += taking
    const share = returns ? Math.floor((2 * returns.fee * gone + returns.amount) / (2 * returns.amount)) : 0
    const fee = Math.max(0, share - returned)
    returned += fee
    const type = reason === "dispute" ? "dispute" : "refund"
    const when = { available_on: from?.available_on ?? created, created }
    return { from, row: { type, source: id, installment: from ? nameOf(from) : "", amount: -taking, fee: 0 - fee, ...when } }
  })
}

/** What was taken goes back to where it came from, or at once if that has come meanwhile. */
function undone(takings: Taking[], created: number): Expected[] {
  return takings.map(({ from, row }) => {
    if (from) from.left -= row.amount
    const type = row.type === "dispute" ? "dispute_reversed" : "refund_failed"
    const available_on = Math.max(row.available_on, created)
    return { ...row, type, amount: 0 - row.amount, fee: 0 - row.fee, available_on, created }
  })
}

function nameOf({ number, of: all }: Part): string {
  return all === 1 ? "" : `${number}/${all}`
}

function of(events: readonly Event[], wanted: string): Event[] {
  return events.filter(({ type }) => type === wanted)
}

function sum<Name extends string>(list: readonly Record<Name, number>[], name: Name): number {
  return list.reduce((total, each) => total + each[name], 0)
}
