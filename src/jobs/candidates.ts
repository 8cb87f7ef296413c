import { leavingAccounts } from "../accounts/move/table.ts"
import type { Queries } from "../db/database.ts"
import type { DueItem, Full, Turns, Work } from "./work.ts"

/** The number of items that this process is performing: in all, of each account and of each group. */
export type Load = { total: number; accounts: ReadonlyMap<string, number>; groups: ReadonlyMap<string, number> }

/** While fewer items than this are due, they are found by their due times. */
const BACKLOG = 5000
const BATCH = 500

/**
 * Finds due items, in batches. While few items are due, it yields the earliest ones, without those of accounts and groups that are full.
 * Once there is a backlog, accounts take turns, so a merchant with a million items delays no other. Accounts whose clock is ahead
 * always take turns. `now` is real time.
 */
export async function* findDue(
  db: Queries,
  { queue, bounds }: Pick<Work<never>, "queue" | "bounds">,
  { now, full }: { now: () => number; full: () => Full },
): AsyncGenerator<DueItem[]> {
  const due = await queue.countDue(db, now(), BACKLOG)
  for (let isMore = due > 0 && due < BACKLOG; isMore; ) {
    // Their items cannot be claimed. Many of them must not hide those of others.
    const leaving = await leavingAccounts(db)
    const { fullAccounts, fullGroups } = full()
    const earliest = await queue.earliest(db, {
      ...{ fullGroups, fullAccounts: [...fullAccounts, ...leaving] },
      ...{ now: now(), limit: BATCH },
    })
    yield earliest
    isMore = earliest.length === BATCH
  }
  for (const take of due < BACKLOG ? [queue.turnsAhead] : [queue.turns, queue.turnsAhead]) {
    let after: string | undefined = ""
    while (after !== undefined) {
      const { fullGroups } = full()
      const turns: Turns = await take(db, { after, now: now(), perAccount: bounds.account, fullGroups })
      yield turns.items
      after = turns.last
    }
  }
}

/** Chooses the items that may start now: one of each account in turn, within the bounds. Returns all other items as `left`. */
export function choose(items: readonly DueItem[], load: Load, bounds: Work<never>["bounds"]) {
  const accounts = new Map(load.accounts)
  const groups = new Map(load.groups)
  const chosen: DueItem[] = []
  const left: DueItem[] = []
  for (const item of inTurns(items)) {
    const ofAccount = accounts.get(item.account) ?? 0
    const ofGroup = item.group === null ? 0 : (groups.get(item.group) ?? 0)
    const isRoom =
      load.total + chosen.length < bounds.process &&
      ofAccount < bounds.account &&
      ofGroup < (bounds.group ?? Number.POSITIVE_INFINITY)
    if (!isRoom) {
      left.push(item)
      continue
    }
    chosen.push(item)
    accounts.set(item.account, ofAccount + 1)
    if (item.group !== null) groups.set(item.group, ofGroup + 1)
  }
  return { chosen, left }
}

/** The first item of each account, then the second of each, and so on. Items of one account keep their order. */
function inTurns(items: readonly DueItem[]): DueItem[] {
  const seen = new Map<string, number>()
  const turns = items.map((item) => {
    const turn = seen.get(item.account) ?? 0
    seen.set(item.account, turn + 1)
    return { item, turn }
  })
  return turns.sort((a, b) => a.turn - b.turn).map(({ item }) => item)
}
