// Compares the payouts of live mode with what the bank was told to pay, and with what it has said.
import type { Database } from "../../src/db/database.ts"
import { type PayoutRow, payoutReturns, payouts } from "../../src/payouts/tables.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Order } from "../live-mode/payout-bank.ts"
import { HOLDER } from "../merchants/payouts.ts"
import { line } from "./line.ts"

const allPayouts = testOnly(payouts.find([], (rows) => rows.orderBy("id")))
const allLines = testOnly(payoutReturns.find([]))

/** `unmatched`: the lines that fit no payout. `listed`: how many of them wait for a person. `files`: as they were printed first. */
type Known = {
  orders: readonly Order[]
  unmatched: ReadonlySet<string>
  listed: number
  files: ReadonlyMap<number, string>
  print(number: number): Promise<string | undefined>
}

const EXPECTED: Record<Order["state"], PayoutRow["status"]> = {
  open: "in_transit",
  paid: "paid",
  refused: "failed",
  returned: "failed",
}

/** Returns what is wrong once all that the bank has said was read. Empty if there is nothing. */
export async function checkPayoutsAtBank(database: Database, known: Known): Promise<string[]> {
  const made = await database.all(allPayouts, {})
  const lines = (await database.all(allLines, {})).filter(({ outcome }) => outcome === "unmatched")
  const wrongFiles: string[] = []
  for (const [number, text] of known.files)
    if ((await known.print(number)) !== text) wrongFiles.push(`the file ${number} is printed with other bytes`)
  const waiting = lines.map(({ payout, status, reference }) => `${payout},${status},${reference},`)
  const isSame = waiting.length === known.unmatched.size && waiting.every((each) => known.unmatched.has(each))
  return [
    ...made.flatMap((payout) =>
      checkPayout(
        payout,
        known.orders.filter((order) => order.payout === payout.id),
      ),
    ),
    ...known.orders
      .filter(({ payout }) => !made.some(({ id }) => id === payout))
      .map((order) => line("a file has a payout that does not exist", order)),
    ...wrongFiles,
    ...(isSame && known.listed === lines.length
      ? []
      : [`${known.listed} lines wait for a person: ${waiting}, and not ${[...known.unmatched]}`]),
  ]
}

/** The bank has each payout that was sent once, as it is. What it has not is not paid. */
function checkPayout(payout: PayoutRow, orders: Order[]): string[] {
  const { status, file, amount, destination } = payout
  const [order, ...more] = orders
  const isUnsent = file === null && (status === "pending" || status === "canceled")
  if (!order) return isUnsent ? [] : [line(`the bank knows nothing of a payout that is ${status}`, payout)]
  const isAsSent = order.file === file && order.amount === amount && order.holder === HOLDER
  const isTo = order.key.slice(-2) === destination.pix_key?.slice(-2) && order.key.length === destination.pix_key.length
  return [
    ...(more.length === 0 ? [] : [line("a payout is in two files", payout, ...orders)]),
    ...(isAsSent && isTo ? [] : [line("the bank has a payout otherwise than it is", payout, order)]),
    ...(status === EXPECTED[order.state] ? [] : [line(`a payout is ${status}, and at the bank ${order.state}`, payout, order)]),
  ]
}
