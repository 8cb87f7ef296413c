import { type Order, type Status, secondsOf } from "./order.ts"

const DAY = 24 * 60 * 60
/** For how many days after `createdAt` an order is taken, and a refund or a chargeback of it. */
const TAKEN_DAYS = { order: 7, gone: 45 }

/** The statuses that may follow. That a refused order stays so, and that a won chargeback is `paid` again, is our reading. */
const FOLLOWING: Record<Status, readonly Status[]> = {
  waiting_payment: ["waiting_payment", "paid", "refused", "refunded", "chargedback"],
  paid: ["paid", "refunded", "chargedback"],
  refused: ["refused"],
  refunded: ["refunded", "chargedback", "paid"],
  chargedback: ["chargedback", "paid", "refunded"],
}

/** Returns what is wrong with an order at `now` (Unix seconds), after what was said of it before. */
export function wrongAfter(before: Order | undefined, order: Order, now: number): string[] {
  const { status, createdAt } = order
  const created = secondsOf(createdAt) ?? 0
  const days = status === "refunded" || status === "chargedback" ? TAKEN_DAYS.gone : TAKEN_DAYS.order
  const moments = [createdAt, order.approvedDate, order.refundedAt].map((text) => (text === null ? 0 : (secondsOf(text) ?? 0)))
  const rules: [boolean, string][] = [
    [now - created <= days * DAY, `createdAt: ${status} is taken up to ${days} days after it`],
    [Math.max(...moments) <= now + 60, "a date is in the future"],
    [!before || before.createdAt === createdAt, "createdAt: was another one before"],
    [!before || FOLLOWING[before.status].includes(status), `status: ${status} after ${before?.status}`],
    [!before || before.isTest === order.isTest, "isTest: was another one before"],
  ]
  return rules.filter(([holds]) => !holds).map(([, said]) => said)
}
