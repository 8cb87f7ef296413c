import type { Clock } from "../base/clock.ts"
import { modeName } from "../base/mode-name.ts"
import type { Queries } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { overdueAttempts, pendingAttempts, unansweredAttempts, unconfirmedChargebacks } from "./attempts.ts"
import { endingCertificates } from "./certificates.ts"
import { waitingCases } from "./chargebacks.ts"
import { accountsClaimedTwice } from "./claims.ts"
import { deadLetters } from "./deliveries.ts"
import { excessDisputes, unansweredDisputes } from "./disputes.ts"
import { ATTENTION_KINDS, type AttentionItem, type AttentionKind, type Source } from "./item.ts"
import { failedMails } from "./mails.ts"
import { longNegative, unmatchedReturns } from "./payouts.ts"
import { withRefundKeys } from "./refund-keys.ts"
import { refusedStatements, statementDifferencesOpen, unownedStatementLines } from "./statements.ts"
import { failingItems } from "./work.ts"

/** The members of a mode that the list and its counts need. */
export type CountedMode = { readonly livemode: boolean; readonly database: Queries; readonly clock: Clock }

/** Without the ring, the list has no PIX keys of payers. */
export type AttentionMode = CountedMode & { readonly ring?: KeyRing }

const SOURCES: readonly Source[] = [
  accountsClaimedTwice,
  unansweredAttempts,
  unconfirmedChargebacks,
  overdueAttempts,
  pendingAttempts,
  unansweredDisputes,
  waitingCases,
  excessDisputes,
  unmatchedReturns,
  longNegative,
  statementDifferencesOpen,
  refusedStatements,
  unownedStatementLines,
  endingCertificates,
  failedMails,
  failingItems,
  deadLetters,
]

/** A person cannot use a longer list. */
export const MAX_LISTED = 1000

/**
 * Lists the items that wait for a person in one mode, oldest first, for one account or for all. Lists at most `limit` items. `more` says
 * whether there are others. Each item is read from its cause, so it disappears with its cause.
 */
export async function listAttention(
  mode: AttentionMode,
  { account = null, limit = MAX_LISTED }: { account?: string | null; limit?: number } = {},
): Promise<{ items: AttentionItem[]; more: boolean }> {
  const request = { account, now: nowOf(mode), limit: limit + 1 }
  const lists = await Promise.all(SOURCES.map((source) => source.list(mode.database, request)))
  const found = lists.flat().sort(bySince)
  const name = modeName(mode)
  const shown = await withRefundKeys(mode, found.slice(0, limit))
  const items = shown.map(({ id, kind, message, ...rest }) => ({ id, kind, mode: name, ...rest, message: oneLine(message) }))
  return { items, more: found.length > limit }
}

/** Counts the items that wait for a person in one mode, each kind up to `limit`. */
export async function countAttention(mode: CountedMode, limit: number): Promise<Record<AttentionKind, number>> {
  const request = { now: nowOf(mode), limit }
  const counts = await Promise.all(SOURCES.map((source) => source.count(mode.database, request)))
  const sizes = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Record<AttentionKind, number>
  for (const { kind, size } of counts.flat()) sizes[kind] = Math.min(sizes[kind] + size, limit)
  return sizes
}

/** Orders items by the time since which they wait. */
export function bySince(a: { since: number; id: string }, b: { since: number; id: string }): number {
  return a.since - b.since || (a.id < b.id ? -1 : 1)
}

function nowOf({ clock }: CountedMode): number {
  return Math.floor(clock.now() / 1000)
}

/** Error messages can have several lines. Formatted amounts contain spaces other than the plain one. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
