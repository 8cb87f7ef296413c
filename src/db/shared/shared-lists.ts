import type pg from "pg"
import { type AnyStatement, USUAL_LIMIT, type Values } from "../statement.ts"
import { gatheredReads } from "./gathered-reads.ts"
import { setBasedList } from "./set-based.ts"

/** How many lists become one query. */
const MAX_MERGED = 16

type Read = (statement: AnyStatement, values: Values) => Promise<object[]>

/**
 * Makes one query of equal lists with the usual limit that arrive together (docs/decisions/0018-shared-reads.md). `readAlone` reads any other
 * statement. A query has a connection of its own, so that a slow list delays no other read than those that became one with it.
 */
export function sharedLists(pool: pg.Pool, readAlone: Read): Read {
  const gathered = gatheredReads<object[]>({
    most: MAX_MERGED,
    merged: setBasedList,
    run: (query) => pool.query(query),
    alone: readAlone,
    resultOf: (rows) => rows,
  })
  return (statement, values) =>
    values.limit === USUAL_LIMIT && setBasedList(statement) ? gathered(statement, values) : readAlone(statement, values)
}
