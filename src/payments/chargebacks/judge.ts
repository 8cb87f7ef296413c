// Where a case stands, by what the lists of its acquirer say. Pure.
import type { CaseItem, CaseStep } from "../../acquirers/chargebacks.ts"
import { dayOfDate, startOfDay } from "../../base/day.ts"
import type { DisputeStatus } from "../disputes/state.ts"
import type { CaseRow } from "./tables.ts"

/** What one look at the lists has shown of a case: `pending` waits for an answer, and `done` has one. */
export type Heard = {
  pending: readonly CaseItem[]
  done: readonly CaseItem[]
  /** Its whole life, if it was asked for. */
  lifecycle?: readonly CaseStep[] | undefined
}

/** `item` is the step that counts. */
export type Judged = { item: CaseItem; status: DisputeStatus; isTreated: boolean }

type Known = Pick<CaseRow, "step" | "treated_step" | "status" | "received">

/**
 * Judges a case. A step that waits for an answer counts before one that has one. A step that was answered does not wait, although a list that was
 * read before that may say so. A case that was decided is open again only by a step that waits or by a newer one. Undefined if what was heard says
 * nothing new.
 */
export function judge(known: Known | undefined, { pending, done, lifecycle = [] }: Heard): Judged | undefined {
  const treated = new Set(done.map(({ step }) => step))
  const waiting = pending.filter(({ step }) => !treated.has(step) && step !== known?.treated_step).at(-1)
  if (waiting) return { item: waiting, status: "needs_response", isTreated: false }
  const decided = known?.status === "won" || known?.status === "lost" ? known : undefined
  const newer = decided && newest(done.filter((item) => compareSteps(item, decided) > 0))
  const item = newer ?? done.find(({ step }) => step === known?.step) ?? newest(done)
  // A new step is known, and this look has not shown it.
  if (!item || (known?.status === "needs_response" && known.step !== item.step)) return undefined
  const verdict = verdictOf(lifecycle, item.last)
  if (decided && !newer) return { item, status: verdict ?? decided.status, isTreated: true }
  return { item, status: verdict ?? (item.answered === "accepted" ? "lost" : "under_review"), isTreated: true }
}

/** How a case was decided: what its latest day says, whatever the order of its steps. A step without a day counts where it is the last one. */
export function verdictOf(lifecycle: readonly CaseStep[], last: CaseStep | null = null): CaseStep["verdict"] {
  const steps = last ? [last, ...lifecycle] : lifecycle
  const latest = steps.reduce((most, { day }) => (compare(day ?? "", most) > 0 ? (day ?? "") : most), "")
  const counts = (step: CaseStep) => (step.day === null ? step === last || step === lifecycle.at(-1) : step.day === latest)
  return steps.findLast((step) => step.verdict !== null && counts(step))?.verdict ?? null
}

type Step = Pick<CaseItem, "received" | "step">

function newest(items: readonly CaseItem[]): CaseItem | undefined {
  return items.toSorted(compareSteps).at(-1)
}

function compareSteps(a: Step, b: Step): number {
  return compare(a.received ?? "", b.received ?? "") || a.step.length - b.step.length || compare(a.step, b.step)
}

/** The end of the last day to answer, in Brasília: Unix seconds. */
export function dueByOf({ deadline }: CaseItem): number | null {
  const day = deadline === null ? undefined : dayOfDate(deadline)
  return day === undefined ? null : startOfDay(day + 1) - 1
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
