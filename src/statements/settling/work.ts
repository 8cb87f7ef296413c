// The statements of an account, carried out little by little: docs/statements.md.
import type { Scope } from "../../accounts/scope.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { noteNotification } from "../../payments/notifications.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import { statementWork } from "../tables.ts"
import { checkedDay, daysToCheck, nextDayToCheck } from "../work-due.ts"
import { settleDeposits } from "./deposits.ts"
import { dueSubjects, nextLineToCheck } from "./lines.ts"
import { settleOnlyHere } from "./only-here.ts"
import { failingParts, forgetPart, type Part, tryPart } from "./parts.ts"
import { settleSubject } from "./subject.ts"

const SUBJECTS_AT_ONCE = 100
/** How long one account has its turn. It is shorter than the claim lasts, and one more round of subjects fits. */
const TURN_MS = 30_000

const holdRow = statementWork.find(["account"], (rows) => rows.forUpdate())
const setDue = statementWork.update(["account"], ["due_at"])

export const settleStatements: Work<PaymentsMode> = {
  kind: "settle_statements",
  queue: queueOf(statementWork, { due: "due_at" }),
  leaseMs: 120_000,
  stuckAfterMs: 120_000,
  bounds: { process: 4, account: 1 },
  perform: async (scope, { due_at }) => {
    const until = performance.now() + TURN_MS
    const { account, now, mode } = scope
    const { parts: failed } = await failingParts(mode.database, account)
    let isDone = false
    while (!isDone && performance.now() < until) isDone = await settleSome(scope)
    // A deposit takes what lines have posted that could not be carried out before.
    if (isDone && (await tryAgain(scope, failed, until))) isDone = await settleSome(scope)
    await mode.database.transaction(async (tx) => {
      // A file that is read meanwhile wakes the account after this.
      await tx.one(holdRow, { account })
      // Another time says that the work has gone on.
      const soon = Math.max(now, due_at + 1)
      await tx.run(setDue, { account, due_at: isDone ? await nextDue(tx, scope, soon) : soon })
    })
  },
}

/** Returns false if there is more to do at once. Lines come first: a deposit takes what they have posted. */
async function settleSome(scope: Scope<PaymentsMode>): Promise<boolean> {
  const { account, now, mode } = scope
  const { database } = mode
  const today = dayOf(now)
  const subjects = await dueSubjects(database, account, today, SUBJECTS_AT_ONCE)
  for (const subject of subjects) await settlePart(scope, { kind: "lines", subject })
  let isDone = subjects.length === 0
  if (!isDone) return false
  for (const kind of ["payments", "sales"] as const)
    for (const day of await daysToCheck(database, account, kind, today))
      if ((await settlePart(scope, { kind, day })) === "again") isDone = false
  return isDone
}

/** Tries parts that had failed. Returns whether one has succeeded. */
async function tryAgain(scope: Scope<PaymentsMode>, failed: readonly Part[], until: number): Promise<boolean> {
  let hasSucceeded = false
  for (const part of failed) {
    if (performance.now() >= until) break
    if ((await settlePart(scope, part)) === undefined) continue
    await forgetPart(scope, part)
    hasSucceeded = true
  }
  return hasSucceeded
}

/** Undefined if it failed. `again`: there is more to do at once. */
async function settlePart(scope: Scope<PaymentsMode>, part: Part): Promise<"done" | "again" | undefined> {
  const { mode } = scope
  const result = await tryPart(scope, part, async () => {
    if (part.kind === "lines") await settleLines(scope, part.subject)
    else if (part.kind === "payments") return (await settleDeposits(scope, part.day)) ? "done" : "again"
    else await settleSales(scope, part.day)
    return "done"
  })
  if (part.kind !== "sales") mode.checkpoint(part.kind === "lines" ? "statement: subject settled" : "statement: deposits settled")
  return result
}

async function settleLines(scope: Scope<PaymentsMode>, subject: string): Promise<void> {
  const { mode } = scope
  const questions = await mode.database.transaction((tx) => settleSubject(tx, scope, subject))
  for (const question of questions) await noteNotification(mode, { acquirer: STATEMENT_ACQUIRER, ...question })
}

async function settleSales(scope: Scope<PaymentsMode>, day: number): Promise<void> {
  await scope.mode.database.transaction(async (tx) => {
    // First, so that a file which is read meanwhile makes the day due again after this.
    checkedDay(tx, scope.account, "sales", day, null)
    await settleOnlyHere(tx, scope, day)
  })
}

/** `soon`: when what is due by now is carried out, such as the lines of a file that was read meanwhile. */
async function nextDue(tx: Transaction, { account, now }: Scope<PaymentsMode>, soon: number): Promise<number | null> {
  const days = [await nextLineToCheck(tx, account), await nextDayToCheck(tx, account)].filter((day) => day !== null)
  const { again } = await failingParts(tx, account)
  const times = [...days.map((day) => Math.max(soon, startOfDay(day))), ...(again === null ? [] : [now + again])]
  return times.length === 0 ? null : Math.min(...times)
}
