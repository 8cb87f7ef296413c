import { expect } from "chai"
import { Loop } from "../../src/jobs/loop.ts"
import { queueOf } from "../../src/jobs/queue.ts"
import type { Work } from "../../src/jobs/work.ts"
import type { Mode } from "../../src/modes/wiring.ts"
import { letters } from "../support/app/letters.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { until } from "../support/merchants/merchant.ts"

/** So many that accounts take turns. */
const ACCOUNTS = 2000
const OF_EACH = 3
const ACCOUNTS_A_SCAN = 200

const SETUP = [
  "CREATE TABLE letters (id TEXT PRIMARY KEY, account TEXT, due_at INTEGER, held_until_ms INTEGER DEFAULT 0)",
  "CREATE INDEX letters_due ON letters (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX letters_account ON letters (account, due_at) WHERE due_at IS NOT NULL",
  `WITH RECURSIVE merchant(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM merchant WHERE number < ${ACCOUNTS})
   INSERT INTO accounts (id, name, created) SELECT printf('acct_%05d', number), 'Merchant', 0 FROM merchant`,
  `WITH RECURSIVE letter(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM letter WHERE number < ${OF_EACH})
   INSERT INTO letters (id, account, due_at) SELECT accounts.id || number, accounts.id, 1 FROM accounts JOIN letter`,
]

describe("A backlog of many accounts", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    await vintem.server.modes.test.database.transaction(async (tx) => {
      for (const text of SETUP) await tx.run(sql<void>(text), {})
    })
  })
  after(() => vintem.close())

  it("is done without holding all of it in memory", async () => {
    let [found, done, most] = [0, 0, 0]
    const queue = queueOf(letters, { due: "due_at" })
    const work: Work<Mode> = {
      kind: "send_letter",
      queue: {
        ...queue,
        turns: async (db, request) => {
          const turns = await queue.turns(db, request)
          found += turns.items.length
          most = Math.max(most, found - done)
          return turns
        },
      },
      leaseMs: 15_000,
      bounds: { process: 20, account: OF_EACH },
      perform: async ({ mode }, { id }) => {
        await mode.database.transaction((tx) => tx.run(sql<void>(`UPDATE letters SET due_at = NULL WHERE id = '${id}'`), {}))
        done++
      },
    }
    const loop = new Loop(vintem.server.modes.test, work, { observe: () => {}, done: () => {} })
    loop.wake()
    await until(() => Promise.resolve(done >= ACCOUNTS * OF_EACH))
    await loop.stop()
    expect(most).to.be.at.most(2 * ACCOUNTS_A_SCAN * OF_EACH)
  })
})
