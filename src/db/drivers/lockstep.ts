import { toEnd } from "../at-end.ts"
import type { Transaction } from "../database.ts"
import { type SetBased, setBased } from "../shared/set-based.ts"
import type { AnyStatement, Values } from "../statement.ts"
import {
  allAtOnce,
  type Channel,
  isConsequence,
  type Owner,
  type PipelinedTransaction,
  queryOf,
  type Result,
  transactionOn,
} from "./pipelined-transaction.ts"

type Asked = { values: Values; resolve?(result: Result): void; reject?(error: unknown): void }
type Group = { statement: AnyStatement; set: SetBased | undefined; asked: Asked[]; rows: Set<string> }

/** A shared transaction has no savepoints: works that run side by side cannot undo only a part of it. */
export const noSavepoint: Transaction["savepoint"] = () => Promise.reject(new Error("A shared transaction has no savepoints."))

/**
 * Runs works side by side in one transaction. Returns their values. Throws the first error, and calls `blame` with the index of the work
 * that caused it, if that is known.
 */
export async function sideBySide(
  pipelined: PipelinedTransaction,
  owner: Owner,
  works: ((tx: Transaction) => Promise<unknown>)[],
  blame: (work: number) => void,
): Promise<unknown[]> {
  const { channelOf, flush, isShared } = inLockstep(pipelined)
  const steps = works.map((work, i) => async () => {
    try {
      return await toEnd(transactionOn(channelOf(i), noSavepoint, owner), work)
    } catch (error) {
      if (!isConsequence(error) && !isShared(error)) blame(i)
      throw error
    }
  })
  const values = await allAtOnce(...steps)
  flush()
  return values
}

type Lockstep = {
  /** How the work with this number sends its statements. */
  channelOf(work: number): Channel
  /** Sends what has been collected now, instead of before the event loop continues. */
  flush(): void
  /** Whether an error is that of a statement that several works shared, so no work is known to have caused it. */
  isShared(error: unknown): boolean
}

/**
 * Collects what the works of a transaction send before the event loop continues. Works that do the same run in lockstep, so equal
 * statements come together, and become one (docs/decisions/0027-sets.md). The statements of one work keep their order.
 */
function inLockstep(pipelined: PipelinedTransaction): Lockstep {
  const shared = new WeakSet<object>()
  let groups: Group[] = []
  /** The group of the last statement of each work. */
  let lastOf = new Map<number, number>()

  function add(work: number, statement: AnyStatement, asked: Asked): void {
    if (groups.length === 0) process.nextTick(flush)
    const set = setBased(statement)
    const row = set?.rowOf?.(asked.values)
    let at = lastOf.get(work) ?? 0
    while (at < groups.length && !canJoin(groups[at], statement, row)) at++
    groups[at] ??= { statement, set, asked: [], rows: new Set() }
    groups[at]?.asked.push(asked)
    if (row !== undefined) groups[at]?.rows.add(row)
    lastOf.set(work, at)
  }

  function flush(): void {
    const collected = groups
    groups = []
    lastOf = new Map()
    for (const { statement, set, asked } of collected) {
      if (set && asked.length > 1) attempt(asked, () => sendSet(set, asked))
      else for (const each of asked) attempt([each], () => sendOne(statement, each))
    }
  }

  /** An error here, such as a parameter that is missing, is one of the works, and not one of the process. */
  function attempt(asked: Asked[], send: () => void): void {
    try {
      send()
    } catch (error) {
      fail(asked, error as Error)
    }
  }

  function fail(asked: Asked[], error: Error): void {
    if (asked.length > 1) shared.add(error)
    for (const { reject } of asked) {
      if (reject) reject(error)
      else pipelined.failure ??= error
    }
  }

  function sendOne(statement: AnyStatement, { values, resolve, reject }: Asked): void {
    const query = queryOf(statement, values)
    if (resolve) pipelined.ask(query).then(resolve, reject)
    else pipelined.send(query)
  }

  function sendSet({ name, sql, bind, distribute }: SetBased, asked: Asked[]): void {
    const lists = asked.map(({ values }) => values)
    const query = { name, text: sql, values: bind(lists) }
    if (!asked.some(({ resolve }) => resolve)) {
      pipelined.send(query)
      return
    }
    const done = ({ rows }: Result) => {
      const found = distribute(rows, lists)
      for (const [i, { resolve }] of asked.entries()) resolve?.({ rows: found[i] ?? [], rowCount: found[i]?.length ?? 0 })
    }
    const answered = pipelined.ask(query).then(done)
    answered.catch((error) => fail(asked, error))
  }

  return {
    channelOf: (work) => ({
      ask: (statement, values) => new Promise((resolve, reject) => add(work, statement, { values, resolve, reject })),
      send: (statement, values) => add(work, statement, { values }),
    }),
    flush,
    isShared: (error) => typeof error === "object" && error !== null && shared.has(error),
  }
}

function canJoin(group: Group | undefined, statement: AnyStatement, row: string | undefined): boolean {
  return group?.statement === statement && (row === undefined || !group.rows.has(row))
}
