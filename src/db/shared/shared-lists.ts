import type pg from "pg"
import { type AnyStatement, USUAL_LIMIT, type Values } from "../statement.ts"
import { setBasedList } from "./set-based.ts"
import { isRefusal } from "./shared-reads.ts"

/** How many lists become one query. The first of them waits for the rows of the last. */
const MAX_MERGED = 16

type Row = object
type Asked = { values: Values; resolve(rows: Row[]): void; reject(error: unknown): void }
type Read = (statement: AnyStatement, values: Values) => Promise<Row[]>

/**
 * Makes one query of equal lists with the usual limit that arrive together (docs/decisions/0018-shared-reads.md). `readAlone` reads any other
 * statement. A query has a connection of its own, so that a slow list delays no other read than those that became one with it.
 */
export function sharedLists(pool: pg.Pool, readAlone: Read): Read {
  const asked = new Map<AnyStatement, Asked[]>()

  /** Sends the collected lists before the event loop continues. */
  function sendAll(): void {
    const groups = [...asked]
    asked.clear()
    for (const [statement, lists] of groups) while (lists.length > 0) void send(statement, lists.splice(0, MAX_MERGED))
  }

  async function send(statement: AnyStatement, lists: Asked[]): Promise<void> {
    const set = lists.length > 1 ? setBasedList(statement) : undefined
    if (!set) return sendEach(statement, lists)
    const values = lists.map((list) => list.values)
    try {
      const { rows } = await pool.query({ name: set.name, text: set.sql, values: set.bind(values) })
      const found = set.distribute(rows, values)
      for (const [i, { resolve }] of lists.entries()) resolve(found[i] ?? [])
    } catch (error) {
      if (isRefusal(error)) sendEach(statement, lists)
      else for (const { reject } of lists) reject(error)
    }
  }

  function sendEach(statement: AnyStatement, lists: Asked[]): void {
    for (const { values, resolve, reject } of lists) readAlone(statement, values).then(resolve, reject)
  }

  return (statement, values) => {
    if (values.limit !== USUAL_LIMIT || !setBasedList(statement)) return readAlone(statement, values)
    return new Promise((resolve, reject) => {
      if (asked.size === 0) process.nextTick(sendAll)
      const lists = asked.get(statement) ?? []
      asked.set(statement, lists)
      lists.push({ values, resolve, reject })
    })
  }
}
