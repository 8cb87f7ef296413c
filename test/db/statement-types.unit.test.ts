import { expect } from "chai"
import type { Queries } from "../../src/db/database.ts"
import { pages } from "../../src/db/page.ts"
import { queueOf } from "../../src/jobs/queue.ts"
import { sweep } from "../../src/jobs/sweep.ts"
import { transitionAttempt } from "../../src/payments/attempts/store.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import { refunds } from "../../src/payments/refunds/table.ts"

/** The compiler refuses each line after a `@ts-expect-error`, and complains of each of these comments that has nothing to refuse. */
function refusedByTheCompiler(tx: Queries) {
  const moved = { account: "a", id: "b", outcome: null, charge: null, polling_since: null, due_at: null, state: "done" } as const
  void tx.one(transitionAttempt, { ...moved, from: "sent" })
  // @ts-expect-error: a state that does not exist
  void tx.one(transitionAttempt, { ...moved, from: "nwe" })
  // @ts-expect-error: a number for a text
  void tx.one(transitionAttempt, { ...moved, from: "sent", outcome: 5 })
  // @ts-expect-error: a text for a time
  void tx.one(transitionAttempt, { ...moved, from: "sent", polling_since: "x" })
  // @ts-expect-error: a boolean for a time
  void tx.one(transitionAttempt, { ...moved, from: "sent", due_at: true })
  // @ts-expect-error: a parameter is missing
  void tx.one(transitionAttempt, moved)
  // @ts-expect-error: a parameter that the statement does not have
  void tx.one(transitionAttempt, { ...moved, from: "sent", amount: 1 })

  // @ts-expect-error: a column that the table does not have
  refunds.find(["acount", "id"])
  // @ts-expect-error: a column that the table does not have
  refunds.statement(["account"], (rows, p) => rows.where({ acount: p.account }))
  // @ts-expect-error: a parameter that the statement does not declare
  refunds.statement(["account"], (rows, p) => rows.where({ id: p.id }))
  // @ts-expect-error: a text for an amount
  refunds.statement(["account"], (rows, p) => rows.where({ amount: p.account }))
  // @ts-expect-error: a status that does not exist
  refunds.find(["account"], (rows) => rows.where({ status: "done" }))
  // @ts-expect-error: another table, by a name that nothing checks
  refunds.statement(["account"], (_, p, k) => k("refundz").where({ account: p.account }))

  // @ts-expect-error: a filter by a column that the table does not have
  pages(refunds, { filters: ["statuz"] })
  // @ts-expect-error: a filter by a status that does not exist
  void pages(refunds, { filters: ["status"] })(tx, "acct_1", { status: "done" })
  const query: { limit?: number; status?: "failed"; currency?: string } = {}
  // @ts-expect-error: a parameter of the contract that the list does not filter by
  void pages(refunds, { filters: ["status"] })(tx, "acct_1", query)
  void pages(refunds, { filters: ["status", "currency"] })(tx, "acct_1", query)
  const dates: { created_gte?: number } = {}
  // @ts-expect-error: dates of a list that cannot be limited to some days
  void pages(refunds)(tx, "acct_1", dates)
  void pages(refunds, { dated: true })(tx, "acct_1", dates)
  // @ts-expect-error: without the value by which each list is filtered
  void pages(refunds, { within: "payment_intent" })(tx, "acct_1", {})

  // @ts-expect-error: a queue of a table that lacks the column `held_until_ms`
  queueOf(refunds, { due: "failed_at" })
  // @ts-expect-error: a queue by a time that can never be null
  queueOf(attempts, { due: "created" })
  // @ts-expect-error: a queue by a text
  queueOf(attempts, { due: "outcome" })
  // @ts-expect-error: a sweep by a column that the table does not have
  sweep({ kind: "sweep_attempts", table: attempts, column: "past_at" }, async () => 0)
}

describe("A misspelled column, table or parameter of a statement", () => {
  it("is refused by the compiler, so this file compiles only while all of its bad lines are refused", () => {
    expect(refusedByTheCompiler).to.be.a("function")
  })
})
