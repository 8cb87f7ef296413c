// Matches lines of statements with charges.
import type { FileRead } from "../reading/keys.ts"
import type { Charge } from "./charge.ts"
import { type Comparison, compare } from "./compare.ts"
import { type Joined, type JoinedBy, newJoin, STRENGTH } from "./join.ts"
import { isSale, type Line, namesOf, type Sale, salesOf } from "./sales.ts"

/** From this day after the sale, a charge that no statement has is a difference. Until then its line may still come. */
export const ONLY_HERE_AFTER_DAYS = 3

export type Match = { charge: Charge; sale: Sale; by: JoinedBy } & Comparison

export type Matching = {
  /** As expected, but for the cents in `adjusted`. */
  matched: Match[]
  differs: Match[]
  /** Charges that statements should have, and don't. */
  only_here: Charge[]
  /** Charges whose line may still come. */
  awaited: Charge[]
  /** Sales that took no money here. `charge` is one that has no success: the acquirer is asked what it holds of it. */
  only_there: { sale: Sale; charge: Charge | null }[]
  /** Lines that are no sale, with the charge that they are about. */
  others: { line: Line; charge: Charge | null }[]
}

type Known = {
  charges: readonly Charge[]
  /** The charges that earlier lines were matched to, by the received code of their sale. */
  received?: ReadonlyMap<string, string>
  today: number
  /** Whether a statement that has the charge's sale, if there is one, was read. */
  isCovered: (charge: Charge) => boolean
}

export function match(lines: readonly Line[], { charges, received, today, isCovered }: Known): Matching {
  const join = newJoin(charges, received)
  const result: Matching = { matched: [], differs: [], only_here: [], awaited: [], only_there: [], others: [] }
  const joined = strongest(salesOf(lines).map((sale) => ({ sale, joined: join(sale.names) })))
  const codes = new Map(received)
  for (const { sale, joined: found } of joined) {
    if (found) codes.set(sale.names.received_code, found.charge.id)
    if (!found?.charge.succeeded) {
      result.only_there.push({ sale, charge: found?.charge ?? null })
      continue
    }
    const { charge, by } = found
    const comparison = compare(charge, sale)
    result[comparison.listed.length > 0 ? "differs" : "matched"].push({ charge, sale, by, ...comparison })
  }
  const there = new Set(joined.map(({ joined: found }) => found?.charge.id))
  for (const charge of charges) {
    if (!charge.succeeded || there.has(charge.id)) continue
    const isDue = today >= charge.captured_on + ONLY_HERE_AFTER_DAYS && isCovered(charge)
    result[isDue ? "only_here" : "awaited"].push(charge)
  }
  const joinOthers = newJoin(charges, codes)
  for (const line of new Map(lines.map((each) => [each.key, each])).values()) {
    if (!isSale(line)) result.others.push({ line, charge: joinOthers(namesOf(line))?.charge ?? null })
  }
  return result
}

type Candidate = { sale: Sale; joined: Joined | undefined }

/** A charge is one sale. Of several that name it, the one with the stronger name is it; if two are as strong, none is. */
function strongest(candidates: Candidate[]): Candidate[] {
  const claims = new Map<Charge, Joined[]>()
  for (const { joined } of candidates) if (joined) claims.set(joined.charge, [...(claims.get(joined.charge) ?? []), joined])
  return candidates.map(({ sale, joined }) => {
    const rivals = joined ? (claims.get(joined.charge) ?? []).filter((other) => other !== joined) : []
    return { sale, joined: rivals.some((other) => joined && rank(other) <= rank(joined)) ? undefined : joined }
  })
}

function rank({ by }: Joined): number {
  return STRENGTH.indexOf(by)
}

/** Whether files cover the day of a charge's sale: a 03 for cards, a 16 for Pix. */
export function coverageOf(files: readonly FileRead[]): (charge: Charge) => boolean {
  return ({ method, captured_on }) => {
    const type = method === "pix" ? "16" : "03"
    return files.some(
      ({ file_type, period_from, period_to }) => file_type === type && period_from <= captured_on && captured_on <= period_to,
    )
  }
}
