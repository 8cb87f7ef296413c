import type { Database } from "../../../src/db/database.ts"
import { statement } from "./statement.ts"

const read = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }).forUpdate())
const write = statement<void>((k, p) => k("settings").where({ name: p.name }).update({ value: p.value }))

/** Increments a row `times` times, with a pause between read and write. */
export async function countUp(database: Database, name: string, times: number): Promise<void> {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let i = 0; i < times; i++) {
    await database.transaction(async (tx) => {
      const { value } = (await tx.one(read, { name }))!
      Atomics.wait(clock, 0, 0, 1)
      await tx.run(write, { name, value: String(Number(value) + 1) })
    })
    // SQLite has no fair queue, so this gives the other workers a turn.
    Atomics.wait(clock, 0, 0, 2)
  }
}
