// The bank to which the operator gives the files of payouts. It pays each line that it is told, and says so later.
import type { Random } from "../merchants/random.ts"

const HEADER = "payout,amount,currency,method,pix_key,bank,branch,account,holder_name,holder_document"
const CODES = ["account_closed", "invalid_key", "holder_mismatch", "rejected", "other"]
/** The share of orders that the bank refuses, of open ones that wait, and of paid ones whose money comes back. */
const REFUSED = 0.2
const WAITS = 0.3
const RETURNED = 0.15

/** What the bank was told to pay. `amount` is in cents. */
export type Order = {
  file: number
  payout: string
  amount: number
  key: string
  holder: string
  state: "open" | "paid" | "refused" | "returned"
}

/** A line of a return file. */
export type Said = { payout: string; status: "paid" | "failed"; reference: string; failure_code: string }

export type PayoutBank = {
  orders: readonly Order[]
  /** What it has not said in a file so far. */
  unsaid: Said[]
  /** Reads a file, once. Returns what is wrong with it. */
  take(number: number, text: string): string[]
  /** Pays, refuses and returns some orders. */
  decide(): void
}

export function openPayoutBank(random: Random): PayoutBank {
  const orders: Order[] = []
  const unsaid: Said[] = []
  const read = new Set<number>()
  let references = 0

  function end(order: Order, state: Order["state"]): void {
    const { payout } = order
    order.state = state
    const paid = { payout, status: "paid" as const, failure_code: "", reference: `E${++references}` }
    const failed = { payout, status: "failed" as const, failure_code: random.pick(CODES), reference: `D${references}` }
    unsaid.push(state === "paid" ? paid : failed)
  }

  return {
    orders,
    unsaid,
    take: (number, text) => {
      if (read.has(number)) return []
      read.add(number)
      const [header, ...lines] = text.trimEnd().split("\n")
      const taken = lines.map((line) => orderOf(number, line))
      const twice = taken.filter(({ payout }, i) => [...orders, ...taken.slice(0, i)].some((each) => each.payout === payout))
      orders.push(...taken)
      return [
        ...(header === HEADER ? [] : [`the file ${number} begins with ${header}`]),
        ...twice.map(({ payout }) => `the payout ${payout} is in two files`),
      ]
    },
    decide: () => {
      for (const order of orders) {
        if (order.state === "open" && !random.chance(WAITS)) end(order, random.chance(REFUSED) ? "refused" : "paid")
        else if (order.state === "paid" && random.chance(RETURNED)) end(order, "returned")
      }
    },
  }
}

function orderOf(file: number, line: string): Order {
  const [payout = "", amount, , , key = "", , , , , holder = ""] = line.split(",")
  return { file, payout, amount: Math.round(Number(amount) * 100), key, holder, state: "open" }
}
