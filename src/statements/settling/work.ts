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
    let isDone = false
    while (!isDone && performance.now() < until) isDone = await settleSome(scope)
    const { account, now } = scope
    await scope.mode.database.transaction(async (tx) => {
      // A file that is read meanwhile wakes the account after this.
      await tx.one(holdRow, { account })
      // Another time says that the work has gone on.
      await tx.run(setDue, { account, due_at: isDone ? await nextDue(tx, scope) : Math.max(now, due_at + 1) })
    })
  },
}

/** Returns false if there is more to do at once. Lines come first: a deposit takes what they have posted. */
async function settleSome(scope: Scope<PaymentsMode>): Promise<boolean> {
  const { account, now, mode } = scope
  const { database } = mode
  const today = dayOf(now)
  const subjects = await dueSubjects(database, account, today, SUBJECTS_AT_ONCE)
  for (const subject of subjects) {
    const questions = await database.transaction((tx) => settleSubject(tx, scope, subject))
    for (const question of questions) await noteNotification(mode, { acquirer: STATEMENT_ACQUIRER, ...question })
    mode.checkpoint("statement: subject settled")
  }
  if (subjects.length > 0) return false
  for (const day of await daysToCheck(database, account, "payments", today)) {
    while (!(await settleDeposits(scope, day)));
    mode.checkpoint("statement: deposits settled")
  }
  for (const day of await daysToCheck(database, account, "sales", today))
    await database.transaction(async (tx) => {
      await settleOnlyHere(tx, scope, day)
      checkedDay(tx, account, "sales", day, null)
    })
  return true
}

async function nextDue(tx: Transaction, { account, now }: Scope<PaymentsMode>): Promise<number | null> {
  const days = [await nextLineToCheck(tx, account), await nextDayToCheck(tx, account)].filter((day) => day !== null)
  return days.length === 0 ? null : Math.max(now + 1, startOfDay(Math.min(...days)))
}
