// Lists the cases of accounts twice a day: those that wait for an answer, and those that were answered within 180 days.
import type { CaseItem, CasePage, CaseQuery, ChargebackDesk } from "../../acquirers/chargebacks.ts"
import { dateOf, dayOf } from "../../base/day.ts"
import { withDeadline } from "../../base/deadline.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { applyCase } from "./apply.ts"
import { type Heard, judge, verdictOf } from "./judge.ts"
import type { ChargebacksMode } from "./mode.ts"
import { ownCases } from "./own.ts"
import { findCaseByNumber, openCasesOf } from "./store.ts"
import { type CaseRow, chargebackDesks, type DeskRow } from "./tables.ts"

const HALF_A_DAY = 12 * 3600
/** Cielo lists at most 180 days at once. */
const PERIOD_DAYS = 180
/** Of 200 cases each. */
const MAX_PAGES = 100
const MAX_LIVES = 500

type Scope = PaymentScope & { readonly mode: ChargebacksMode }

const findDesk = chargebackDesks.find(["account", "id"])
const setListed = chargebackDesks.statement(["account", "id", { due_at: "was_due_at" }, "due_at", "listed_at"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id })
    .whereRaw("due_at = CAST(? AS bigint)", [p.was_due_at])
    .update({ due_at: p.due_at, listed_at: p.listed_at }),
)

/** Lists the cases of an account, and brings disputes to where these stand. */
export const pollChargebacks: Work<ChargebacksMode> = {
  kind: "list_chargebacks",
  queue: queueOf(chargebackDesks, { due: "due_at" }),
  // Another process that begins meanwhile does the same, and changes nothing twice.
  leaseMs: 300_000,
  stuckAfterMs: 600_000,
  bounds: { process: 5, account: 1 },
  perform: async (scope, { account, id }) => {
    const { database } = scope.mode
    const row = await database.one(findDesk, { account, id })
    if (row && row.due_at !== null && row.due_at <= scope.now) await pollDesk(scope, row)
  },
}

async function pollDesk(scope: Scope, { account, id, acquirer, due_at: was_due_at }: DeskRow): Promise<void> {
  const { mode, now } = scope
  const { database, checkpoint } = mode
  const desk = await mode.desks.deskOf(database, account, acquirer)
  if (!desk || was_due_at === null) return
  const heard = await listAll(scope, desk)
  checkpoint("chargebacks: listed")
  const trouble = await applyAll(scope, desk, heard)
  if (trouble) throw trouble
  const due_at = now + HALF_A_DAY
  await database.transaction((tx) => tx.run(setListed, { account, id, was_due_at, due_at, listed_at: now }))
  checkpoint("chargebacks: applied")
}

/** What the lists say of each case, and with it the open ones that no list has any more. */
async function listAll(scope: Scope, desk: ChargebackDesk): Promise<Map<string, Heard>> {
  const today = dayOf(scope.now)
  const period = { from: dateOf(today - PERIOD_DAYS), to: dateOf(today) }
  // What is answered between the two lists is in both, and the second one counts.
  const pending = await ownPagesOf(scope, desk, { status: "pending" })
  const done = await ownPagesOf(scope, desk, { status: "done", period })
  const of = (items: CaseItem[]) => Map.groupBy(items, ({ number }) => number)
  const [waiting, treated] = [of(pending), of(done)]
  const numbers = new Set([...waiting.keys(), ...treated.keys()])
  return new Map([...numbers].map((number) => [number, { pending: waiting.get(number) ?? [], done: treated.get(number) ?? [] }]))
}

type Listing = { status: "pending" } | { status: "done"; period: { from: string; to: string } }

async function ownPagesOf(scope: Scope, desk: ChargebackDesk, listing: Listing): Promise<CaseItem[]> {
  const { account, mode } = scope
  const { acquirer } = desk
  const listed = await pagesOf(scope, desk, listing)
  const own = await ownCases(mode.database, { account, acquirer }, listed)
  const others = listed.length - own.length
  if (others > 0) mode.log.info({ account, acquirer, others }, "cases of EC numbers that the account does not have were left out")
  return own
}

async function pagesOf({ mode }: Scope, desk: ChargebackDesk, listing: Listing): Promise<CaseItem[]> {
  const items: CaseItem[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query: CaseQuery = { ...listing, page }
    const found: CasePage = await withDeadline(mode.callDeadlineMs, (signal) => desk.list(query, signal))
    items.push(...found.items)
    if (found.isLast) return items
  }
  throw new Error(`the acquirer lists more than ${MAX_PAGES} pages of cases`)
}

/** One case that fails delays no other. Returns the first error. */
async function applyAll(scope: Scope, desk: ChargebackDesk, heard: Map<string, Heard>): Promise<Error | undefined> {
  const { account, mode } = scope
  const { database, log } = mode
  let trouble: Error | undefined
  let lives = 0
  for (const [number, lists] of heard) {
    try {
      const known = await findCaseByNumber(database, { account, acquirer: desk.acquirer, number })
      const asks = needsLife(known, lists) && ++lives <= MAX_LIVES
      const lifecycle = asks ? await lifeOf(scope, desk, number) : undefined
      await database.transaction((tx) => applyCase(tx, scope, desk.acquirer, { ...lists, lifecycle }))
      mode.checkpoint("chargebacks: case applied")
    } catch (error) {
      log.error({ err: error, account, case: number }, "a case of a chargeback could not be brought up to date")
      trouble ??= error as Error
    }
  }
  return trouble ?? (await lookUpOthers(scope, desk, heard))
}

function lifeOf({ mode }: Scope, desk: ChargebackDesk, number: string) {
  return withDeadline(mode.callDeadlineMs, (signal) => desk.lifecycle(number, signal))
}

/** A case has a life once a step was answered. It is read again when a list shows another last step. */
function needsLife(known: CaseRow | undefined, { pending, done }: Heard): boolean {
  if (done.length === 0) return false
  const judged = judge(known, { pending, done })
  const last = judged?.item.last
  const seen = known?.lifecycle.at(-1)
  return !seen || !last || seen.action !== last.action || seen.day !== last.day || known?.status !== judged?.status
}

/** Open cases can be older than the lists. Their life says whether they were decided. */
async function lookUpOthers(scope: Scope, desk: ChargebackDesk, heard: Map<string, Heard>): Promise<Error | undefined> {
  const { account, mode } = scope
  const open = await openCasesOf(mode.database, { account, acquirer: desk.acquirer })
  let trouble: Error | undefined
  for (const row of open.filter(({ number }) => !heard.has(number)).slice(0, MAX_LIVES)) {
    try {
      const lifecycle = await lifeOf(scope, desk, row.number)
      if (verdictOf(lifecycle))
        await mode.database.transaction((tx) => applyCase(tx, scope, desk.acquirer, heardOf(row, lifecycle)))
    } catch (error) {
      mode.log.warn({ err: error, account, case: row.number }, "the life of a case could not be read")
      trouble ??= error as Error
    }
  }
  return trouble
}

/** A case as it is known, with what its life says now. */
export function heardOf(row: CaseRow, lifecycle: Heard["lifecycle"]): Heard {
  const {
    number,
    step,
    establishment,
    process,
    is_inquiry: isInquiry,
    network,
    reason,
    is_fraud: isFraud,
    amount,
    received,
    sale,
  } = row
  const item = { number, step, establishment, process, isInquiry, network, reason, isFraud, amount, received, sale }
  return { pending: [], done: [{ ...item, deadline: null, answered: null, last: null }], lifecycle }
}
