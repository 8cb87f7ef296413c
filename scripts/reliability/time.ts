import { accounts } from "../../src/accounts/tables.ts"
import { seconds } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import type { Control } from "../../test/cielo/client.ts"

/** The time of all accounts and of the acquirer, which can be moved forward. */
export type Time = {
  /** In Unix seconds. */
  now(): number
  pass(seconds: number): Promise<void>
}

const passTime = accounts.statement([{ seconds: seconds() }], (rows, p, k) =>
  rows.update({ clock_offset: k.raw("clock_offset + ?", [p.seconds]) }),
)

export function timeOf(database: Database, ...clocks: readonly Pick<Control, "advance">[]): Time {
  let ahead = 0
  return {
    now: () => Math.floor(Date.now() / 1000) + ahead,
    pass: async (seconds) => {
      await database.transaction((tx) => tx.run(passTime, { seconds }))
      for (const clock of clocks) await clock.advance(seconds * 1000)
      ahead += seconds
    },
  }
}
