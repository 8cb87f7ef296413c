// The deposits that statements tell of: what reaches a bank account on a day.
import { businessDaysAfter } from "../../base/banking-days.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import { PAYMENT_STATUSES, type Settlement, TRANSFER_STATUSES } from "../layout/codes.ts"
import type { Negotiation, NegotiationDeposit } from "../layout/negotiation.ts"
import type { PixLine } from "../layout/pix.ts"
import type { Unit } from "../layout/unit.ts"
import { isBlankNumber } from "../reading/keys.ts"

/** A line that is money on its way. `file` counts up: of two files, the later has the higher one. */
export type PaidLine = { key: string; file: number } & (
  | { type: "D"; fields: Unit }
  | { type: "8"; fields: PixLine }
  | { type: "C"; fields: NegotiationDeposit; negotiation: Pick<Negotiation, "payment_date" | "holder" | "number"> }
)

/** Names a deposit in every file. Another receiver than the holder is a lien's. A Pix says no receiver. */
export type Destination = { payment_date: number; receiver: string | null; bank: string; branch: string; account: string }

export type Deposit = Destination & {
  /** One of these records alone makes up a deposit. The C of each negotiation are a deposit of their own. */
  record: PaidLine["type"]
  negotiation: string | null
  /** The sum of its lines, in cents. Not above 0: nothing was deposited. */
  amount: number
  status: "in_transit" | "paid" | "failed"
  /** The keys of the lines that make up the amount. */
  lines: string[]
}

export type Deposits = {
  deposits: Deposit[]
  /** Taken from the bank account: their net goes back to the balance. */
  debited: PaidLine[]
  /** Held by Cielo, of an unknown or uncertain status, or without a date. They are shown, and move nothing until another line comes. */
  held: PaidLine[]
  /** Paid by a negotiation, before its day. */
  negotiated: PaidLine[]
}

/** `today` decides on what was sent to the bank: it is paid on the banking day after, unless the bank has rejected it. */
export function depositsOf(lines: readonly PaidLine[], today: number): Deposits {
  const groups = new Map<string, { destination: Destination; sent: PaidLine[]; rejected: PaidLine[] }>()
  const result: Deposits = { deposits: [], debited: [], held: [], negotiated: [] }
  for (const line of newest(lines)) {
    const settlement = settlementOf(line)
    const destination = destinationOf(line)
    if (settlement === "scheduled") continue
    if (settlement === "negotiated") result.negotiated.push(line)
    else if (settlement === "debited") result.debited.push(line)
    else if (settlement === "held" || settlement === "unsure" || !destination) result.held.push(line)
    else {
      const key = [line.type, ...Object.values(destination), negotiationOf(line)].join("|")
      const group = groups.get(key) ?? { destination, sent: [], rejected: [] }
      group[settlement === "rejected" ? "rejected" : "sent"].push(line)
      groups.set(key, group)
    }
  }
  for (const { destination, sent, rejected } of groups.values()) {
    if (sent.length > 0) result.deposits.push(depositOf(destination, sent, isPaid(sent, destination.payment_date, today)))
    if (rejected.length > 0) result.deposits.push(depositOf(destination, rejected, "failed"))
  }
  return result
}

/** A later file tells anew what became of a unit or a Pix, with other statuses. Lines of one file stand beside each other. */
function newest(lines: readonly PaidLine[]): PaidLine[] {
  const files = new Map<string, number>()
  for (const line of lines) files.set(subjectOf(line), Math.max(files.get(subjectOf(line)) ?? line.file, line.file))
  const current = lines.filter((line) => line.file === files.get(subjectOf(line)))
  return [...new Map(current.map((line) => [line.key, line])).values()]
}

/** What a line is about, whatever became of it. */
function subjectOf(line: PaidLine): string {
  if (line.type !== "D") return line.key
  if (isBlankNumber(line.fields.unit_key)) return line.key
  const { establishment, unit_key, entry_type, payment_date } = line.fields
  return ["D", establishment, unit_key, entry_type, payment_date].join("|")
}

function settlementOf(line: PaidLine): Settlement {
  if (line.type === "C") return "sent"
  if (line.type === "D") return PAYMENT_STATUSES[line.fields.payment_status] ?? "unsure"
  return TRANSFER_STATUSES[line.fields.transfer_status] ?? "unsure"
}

function destinationOf(line: PaidLine): Destination | undefined {
  const { bank, branch } = line.fields
  const payment_date = line.type === "C" ? line.negotiation.payment_date : line.fields.payment_date
  if (payment_date === null) return undefined
  switch (line.type) {
    case "D": {
      const { receiver, account, account_digit } = line.fields
      return { payment_date, receiver, bank, branch, account: account + account_digit }
    }
    case "8":
      return { payment_date, receiver: null, bank, branch, account: line.fields.account }
    case "C":
      return { payment_date, receiver: line.negotiation.holder, bank, branch, account: line.fields.account }
  }
}

function negotiationOf(line: PaidLine): string | null {
  return line.type === "C" ? line.negotiation.number : null
}

function isPaid(lines: readonly PaidLine[], payment_date: number, today: number): "paid" | "in_transit" {
  const isSure = lines.every((line) => settlementOf(line) === "paid")
  return isSure || today >= bankingDayAfter(payment_date) ? "paid" : "in_transit"
}

function bankingDayAfter(day: number): number {
  return dayOf(businessDaysAfter(startOfDay(day), 1))
}

function depositOf(destination: Destination, lines: readonly PaidLine[], status: Deposit["status"]): Deposit {
  const amounts = lines.map((line) => (line.type === "C" ? line.fields.deposited : line.fields.net))
  const [first] = lines
  return {
    ...destination,
    record: first?.type ?? "D",
    negotiation: first ? negotiationOf(first) : null,
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
    status,
    lines: lines.map(({ key }) => key),
  }
}
