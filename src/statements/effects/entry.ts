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
  /** Whether it is a refund or dispute of ours. */
  is_ours: boolean
  /** Whether all that went back of the charge was sent back by Vintém, or before, because no payment keeps it. Its sale has posted nothing either. */
  is_sent_back: boolean
  /** Our rows of it: those of the refund or dispute that it is, and what an earlier line of the same matter posted. */
  rows: readonly Dated[]
  /** What other lines of the same refund or dispute have yet to take over, in cents. Null: this line takes over from another one. */
  shared: number | null
  /** Whether the acquirer still says what it holds of the charge. */
  is_answered: boolean
  /** Whether the Chargeback API has a case of the charge that is not decided. It tells what becomes of it. */
  has_case: boolean
}

export function entryEffects(line: Line, known: KnownOfLine): Effect[] {
  const effects = effectsOf(line, known)
  return known.funds === "acquirer" ? effects : shownOnly(effects)
}

/** A line, the name of its matter, and what happened if that is an event of a sale. */
export type Told = { line: Line; name: string; event: Event | undefined }

/** What lines tell, each once: a 03 tells it first, and a 04 when it is paid. The later one counts. */
export function toldBy(lines: readonly Line[]): Told[] {
  const inOrder = lines.toSorted((a, b) => Number(a.file_type) - Number(b.file_type))
  const told = inOrder.map((line): Told => ({ line, name: nameOfMatter(line), event: eventOf(line) }))
  return [...new Map(told.map((each) => [each.name, each])).values()]
}

/** What lines say of a charge in all, in cents: what has gone back and what was charged back, less what was undone. */
export function totalsOf(lines: readonly Line[]): { gone_back: number; charged_back: number } {
  const told = toldBy(lines).filter(({ line }) => !waitsForSettlement(line))
  const sum = (of: Event) => told.reduce((total, { event, line }) => total + (event === of ? Math.abs(line.fields.gross) : 0), 0)
  return {
    gone_back: sum("refund") - sum("refund_undone"),
    charged_back: sum("chargeback") - sum("chargeback_undone"),
  }
}

/** An entry without a number is another one in each file. That of the settlement counts. */
export function waitsForSettlement(line: Line): boolean {
  return line.type === "E" && line.file_type !== "04" && isBlankNumber(line.fields.received_code)
}

/** What names the matter of a line among all of an account. */
export function nameOfMatter(line: Line): string {
  return `entry:${eventOf(line) ?? ""}:${matterOf(line)}`
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
  if (about === "refund" && known.is_sent_back) return []
  if (known.is_ours) return replaced("refund_fee", { net, on }, known)
  if (about === "chargeback_undone" && known.has_case) return [{ do: "wait", for: "case", amount }]
  if (known.is_answered || today < told_on + BOOKED_AFTER_DAYS) return [{ do: "ask", about, charge, amount }]
  return known.funds === "acquirer"
    ? [{ do: "book", about, charge, amount, net, on }]
    : [{ do: "show", why: "not_answered", amount: net }]
}

/** Brings our rows of a matter to what the line says, the money and its day. */
function replaced(reason: Reason, line: Dated, { rows, shared, today }: KnownOfLine): Posting[] {
  const moves = rows.length > 0 ? movesOf(rows, [line], today) : []
  const difference = line.net - sumOf(rows)
  if (shared === null) return [...moves, ...posting("share", difference, line.on)]
  return [...moves, ...posting("share", 0 - shared, line.on), ...posting(reason, difference + shared, line.on)]
}

function dayOf(line: Line): number | null {
  if (line.type === "8") return line.fields.payment_date
  return line.paid_on ?? line.fields.due_on
}

function each(reason: Reason, types: string): Record<string, Reason> {
  return Object.fromEntries(types.split(" ").map((type) => [type, reason]))
}
