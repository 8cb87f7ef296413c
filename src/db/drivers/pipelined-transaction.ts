import type pg from "pg"
import type { Unended } from "../at-end.ts"
import { onlyOf, type Queries, type Steps, type Transaction } from "../database.ts"
import { inOnePacket } from "../shared/packet.ts"
import { type AnyStatement, decodedRow, decodedRows, USUAL_LIMIT, type Values } from "../statement.ts"
import type { Waiters } from "../waiters.ts"

/** Postgres refuses to write: it is a standby, or no transaction that may write is open. */
export const READ_ONLY = "25006"
const ABORTED = "25P02"
const MISSING_STATEMENT = "26000"
/**
 * Up to this many statements sent together extend the timeout, each by the time that one statement may take. After it, the host counts as
 * silent.
 */
const MAX_SLOW = 5

/** Returns whether Postgres did not answer a statement in time. The connection cannot send further statements. */
export function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout"
}

/**
 * Returns whether a statement failed only because an earlier one had failed: the transaction is aborted, or no transaction that may write
 * is open.
 */
export function isConsequence(error: unknown): boolean {
  return [ABORTED, READ_ONLY, MISSING_STATEMENT].includes((error as { code?: string }).code ?? "")
}

/** A transaction on Postgres whose statements are sent without waiting for earlier ones. They run in the order in which they are sent. */
export class PipelinedTransaction {
  readonly #client: pg.PoolClient
  readonly #answerMs: number
  #underWay = 0
  /**
   * The error of the first statement that failed while no caller waited for it. Later ones fail only because Postgres then refuses everything.
   */
  failure: Error | undefined
  /** Whether Postgres has committed, or has received the COMMIT and its outcome is unknown. */
  mayHaveCommitted = false
  /**
   * Whether Postgres did not answer in time. The driver reports this for one statement. The others fail when their connection is closed.
   */
  isSilent = false

  constructor(client: pg.PoolClient, answerMs: number) {
    this.#client = client
    this.#answerMs = answerMs
  }

  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(this.#prepared(query))
    } catch (error) {
      this.isSilent ||= isSilent(error)
      throw error
    } finally {
      this.#underWay--
    }
  }

  /** Sends a statement without waiting for its result. */
  send(query: pg.QueryConfig): void {
    const done = (error?: Error | null) => {
      this.#underWay--
      if (!error) return
      this.failure ??= error
      this.isSilent ||= isSilent(error)
    }
    void this.#client.query(this.#prepared(query), done)
  }

  /**
   * The driver's timeout begins when a statement is sent, but Postgres counts from when the statement begins. So a statement behind others
   * gets more time. Few of those are slow.
   */
  #prepared(query: pg.QueryConfig): pg.QueryConfig {
    inOnePacket(this.#client)
    this.#underWay++
    return Object.assign(query, { query_timeout: Math.min(this.#underWay, MAX_SLOW) * this.#answerMs })
  }
}

/**
 * Commits. If the connection breaks or there is no answer, it is unknown whether Postgres committed. The code of that error never causes a
 * retry of the transaction.
 */
export async function commit(pipelined: PipelinedTransaction): Promise<void> {
  if (pipelined.failure) throw pipelined.failure
  pipelined.mayHaveCommitted = true
  const { command } = await pipelined.ask({ text: "COMMIT" })
  pipelined.mayHaveCommitted = command === "COMMIT"
  // Postgres reports no error for COMMIT if BEGIN or a statement failed.
  if (pipelined.failure) throw pipelined.failure
  if (command !== "COMMIT") throw new Error("the transaction was rolled back: one of its statements failed")
}

export type Result = Pick<pg.QueryResult, "rows" | "rowCount">

/** How a transaction sends its statements. */
export type Channel = {
  ask(statement: AnyStatement, values: Values): Promise<Result>
  send(statement: AnyStatement, values: Values): void
}

export function directly(pipelined: PipelinedTransaction): Channel {
  return {
    ask: (statement, values) => pipelined.ask(queryOf(statement, values)),
    send: (statement, values) => pipelined.send(queryOf(statement, values)),
  }
}

export type Owner = { livemode: boolean; hooks: (() => void)[]; waiters: Waiters }

/** The transaction as the domain and the handlers see it, without its end. */
export function transactionOn(
  { ask, send }: Channel,
  savepoint: Transaction["savepoint"],
  { livemode, hooks, waiters }: Owner,
): Unended {
  return {
    ...queries(ask),
    livemode,
    dialect: "postgres",
    run: async (statement, values) => (await ask(statement, values)).rowCount ?? 0,
    send,
    pipeline: allAtOnce,
    savepoint,
    afterCommit: (then) => void hooks.push(then),
    wake: (topic) => void hooks.push(() => waiters.wake(topic)),
  }
}

/** Returns the savepoints of a transaction that no other work shares. */
export function savepointsOn(pipelined: PipelinedTransaction): Transaction["savepoint"] {
  let depth = 0
  return async (work) => {
    const name = `unit_${depth++}`
    pipelined.send({ text: `SAVEPOINT ${name}` })
    try {
      const value = await work()
      pipelined.send({ text: `RELEASE ${name}` })
      return value
    } catch (error) {
      // The whole transaction is lost, and Postgres may not have created the savepoint.
      if (pipelined.failure) throw pipelined.failure
      if (!isSilent(error)) await pipelined.ask({ text: `ROLLBACK TO ${name}` })
      throw error
    } finally {
      depth--
    }
  }
}

/** Waits for all steps, so none of them outlives the transaction. Throws the original error and not one of its consequences. */
export async function allAtOnce<T extends unknown[]>(...steps: Steps<T>): Promise<T> {
  const outcomes = await Promise.allSettled(steps.map(async (step) => step()))
  const errors = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason)
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T
}

export function queries(ask: Channel["ask"]): Queries {
  const one: Queries["one"] = async (statement, values) => decodedRow(statement, (await ask(statement, values)).rows[0])
  return {
    one,
    only: onlyOf(one),
    all: async (statement, values) => decodedRows(statement, (await ask(statement, values)).rows),
  }
}

export function queryOf(statement: AnyStatement, values: Values): pg.QueryConfig & { values: unknown[] } {
  const compiled = statement.compiled("postgres")
  const { name, sql, bind } = (values.limit === USUAL_LIMIT && compiled.withUsualLimit) || compiled
  return { name, text: sql, values: bind(values) }
}
