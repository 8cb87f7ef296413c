// What the lines change that are no sale: refunds and chargebacks, and all that the acquirer takes and gives besides.
import { classOf } from "../layout/adjustments.ts"
import { PIX_MED, PIX_REFUND } from "../layout/codes.ts"
import type { Line } from "../matching/sales.ts"
import { isBlankNumber } from "../reading/keys.ts"
import {
  counting,
  type Dated,
  type Effect,
  type Event,
  movesOf,
  type Posting,
  posting,
  type Reason,
  shownOnly,
  sumOf,
} from "./effect.ts"

/** So many days after a statement told it, what the acquirer no longer answers for is booked from the statement. */
export const BOOKED_AFTER_DAYS = 7

/** Told by the negotiation (A, B, C), so these entries post nothing. */
const NEGOTIATED = new Set(["11"])

/** One source names them, and whether a negotiation tells the same is not known. Posting both would count the money twice. */
const UNSURE = new Set(["49", "50", "51", "52", "53", "54"])

const EVENTS: Readonly<Record<string, Event>> = {
  "06": "refund",
  "07": "refund_undone",
  "08": "chargeback",
  "09": "chargeback_undone",
}

const REASONS: Readonly<Record<string, Reason>> = {
  ...each("adjustment", "04 05"),
  ...each("rental", "10"),
  ...each("lien", "13 14 19 20"),
  ...each("seizure", "23 26"),
  ...each("offsetting", "15 16 27 28 35 36 37 38 39 40"),
  ...each("cession_returned", "17 18"),
}

/** What we have of a line's matter. */
export type KnownOfLine = {
  /** Who pays the account's money out. Money of the platform is shown, not posted. */
  funds: "acquirer" | "platform"
  today: number
  /** The day on which a statement first told it. */
  told_on: number
  /** The charge that the line is about. */
  charge: string | null
  /** Our rows of it: those of the refund or dispute of this amount, or what an earlier line of the same matter posted. Empty if there are none. */
  rows: readonly Dated[]
  /** Whether the acquirer still says what it holds of the charge. */
  is_answered: boolean
  /** Whether the Chargeback API has the case. It tells what becomes of it. */
  has_case: boolean
}

export function entryEffects(line: Line, known: KnownOfLine): Effect[] {
  const effects = effectsOf(line, known)
  return known.funds === "acquirer" ? effects : shownOnly(effects)
}

/**
 * What names the matter of a line in all files. A 03 tells it first and a 04 when it is paid: the second changes only the day.
 */
export function matterOf(line: Line): string {
  if (line.type === "8") return ["8", line.fields.pix_id, line.fields.transaction_type, line.fields.origin].join("|")
  const { received_code, installment, entry_type } = line.fields
  return isBlankNumber(received_code) ? line.key : ["E", received_code, installment ?? "", entry_type].join("|")
}

function effectsOf(line: Line, known: KnownOfLine): Effect[] {
  const { gross, net } = line.fields
  const type = line.type === "E" ? line.fields.entry_type : ""
  if (NEGOTIATED.has(type)) return [{ do: "wait", for: "negotiation", amount: net }]
  if (UNSURE.has(type)) return [{ do: "show", why: "unsure", amount: net }]
  const on = counting(dayOf(line), known.today)
  const event = eventOf(line)
  if (event) return eventEffects(event, { amount: Math.abs(gross), net, on }, known)
  const reason = line.type === "8" ? "pix_adjustment" : REASONS[type]
  if (!reason) return [{ do: "show", why: "unknown_type", amount: net }]
  const code = line.type === "E" ? line.fields.adjustment_code : ""
  const effects = replaced(reason, { net, on }, known)
  return code === "" ? effects : effects.map((effect) => ({ ...effect, about: classOf(code) }))
}

export function eventOf(line: Line): Event | undefined {
  if (line.type === "E") return EVENTS[line.fields.entry_type]
  const { transaction_type, origin } = line.fields
  const isDebit = transaction_type === "03"
  if (origin === PIX_REFUND) return isDebit ? "refund" : "refund_undone"
  if (origin === PIX_MED) return isDebit ? "chargeback" : "chargeback_undone"
  return undefined
}

function eventEffects(about: Event, line: Dated & { amount: number }, known: KnownOfLine): Effect[] {
  const { charge, today, told_on } = known
  const { amount, net, on } = line
  if (charge === null) return [{ do: "show", why: "unknown_sale", amount: net }]
  if (known.rows.length > 0) return replaced("refund_fee", { net, on }, known)
  if (about === "chargeback_undone" && known.has_case) return [{ do: "wait", for: "case", amount }]
  if (known.is_answered || today < told_on + BOOKED_AFTER_DAYS) return [{ do: "ask", about, charge, amount }]
  return known.funds === "acquirer"
    ? [{ do: "book", about, charge, amount, net, on }]
    : [{ do: "show", why: "not_answered", amount: net }]
}

/** Brings our rows of a matter to what the line says, the money and its day. */
function replaced(reason: Reason, line: Dated, { rows, today }: KnownOfLine): Posting[] {
  const moves = rows.length > 0 ? movesOf(rows, [line], today) : []
  return [...moves, ...posting(reason, line.net - sumOf(rows), line.on)]
}

function dayOf(line: Line): number | null {
  if (line.type === "8") return line.fields.payment_date
  return line.paid_on ?? line.fields.due_on
}

function each(reason: Reason, types: string): Record<string, Reason> {
  return Object.fromEntries(types.split(" ").map((type) => [type, reason]))
}
