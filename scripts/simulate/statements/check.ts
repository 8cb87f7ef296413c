// Compares what Cielo's statements say with what was booked, from Cielo's agenda alone: without the code that reads statements.
import { dayOf } from "../../../src/base/day.ts"
import type { Database } from "../../../src/db/database.ts"
import { balanceTransactions } from "../../../src/ledger/table.ts"
import { attempts } from "../../../src/payments/attempts/table.ts"
import { paymentIntents } from "../../../src/payments/intents/table.ts"
import { payouts, payoutTransactions } from "../../../src/payouts/tables.ts"
import { statementDeposits, statementDifferences, statementPostings } from "../../../src/statements/tables.ts"
import { ENTRY } from "../../../test/support/cielo-statements/entry-record.ts"
import type { StatementFile } from "../../../test/support/cielo-statements/file.ts"
import { PIX } from "../../../test/support/cielo-statements/records.ts"
import { fieldsOf } from "../../../test/support/cielo-statements/spoil.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import { checkDays } from "./check-days.ts"
import { checkDeposits } from "./check-deposits.ts"
import { checkOwed } from "./check-owed.ts"
import type { Known } from "./known.ts"

const rowsOf = testOnly(balanceTransactions.find(["account"], (rows) => rows.orderBy("id")))
const intentsOf = testOnly(paymentIntents.find(["account"]))
const attemptsOf = testOnly(attempts.find(["account"]))
const payoutsOf = testOnly(payouts.find(["account"], (rows) => rows.where({ method: "acquirer" }).orderBy("id")))
const takenOf = testOnly(payoutTransactions.find(["account"]))
const depositsOf = testOnly(statementDeposits.find(["account"]))
const differencesOf = testOnly(statementDifferences.find(["account"], (rows) => rows.orderBy("id")))
const postingsOf = testOnly(statementPostings.find(["account"]))

/** `now`: in Unix seconds. */
type Witness = Pick<Known, "clerk" | "read" | "listed" | "paidByHand"> & { database: Database; account: string; now: number }

/** Returns what is wrong once all files were read and carried out. Empty if there is nothing. */
export async function checkStatements({ database, account, now, ...given }: Witness): Promise<string[]> {
  const intents = await database.all(intentsOf, { account })
  const kept = new Map(intents.flatMap((intent) => (intent.status === "succeeded" ? [[intent.charge, intent] as const] : [])))
  const known: Known = {
    ...given,
    today: dayOf(now),
    rows: await database.all(rowsOf, { account }),
    payouts: await database.all(payoutsOf, { account }),
    takenBy: new Map(
      (await database.all(takenOf, { account })).map(({ balance_transaction, payout }) => [balance_transaction, payout]),
    ),
    current: new Map((await database.all(depositsOf, { account })).map((row) => [row.payout, row])),
    open: (await database.all(differencesOf, { account })).filter(({ ended_at }) => ended_at === null),
    orderedBy: new Map(
      (await database.all(attemptsOf, { account })).map(({ reference, payment_intent }) => [reference, payment_intent]),
    ),
    intentOf: ({ paymentId }) => kept.get(paymentId),
    told: toldBy(given.read),
  }
  return [...checkDays(known), ...checkDeposits(known), ...checkOwed(known)]
}

/** What files tell of: sales by TID, and each movement of a Pix by its id. */
function toldBy(read: readonly StatementFile[]): ReadonlySet<string> {
  const told = new Set<string>()
  for (const file of read) {
    for (const { tid, entryType } of fieldsOf(file, ENTRY)) if (["01", "02", "03"].includes(entryType)) told.add(tid.trim())
    for (const { id } of fieldsOf(file, PIX)) told.add(id.trim())
  }
  return told
}

/** All that statements have changed. */
export async function snapshotOf(database: Database, account: string): Promise<string[]> {
  // A subscription may be paid meanwhile.
  const rows = (await database.all(rowsOf, { account }))
    .filter(({ type }) => type !== "payment")
    .map(({ id, type, net, available_on }) => `${type} ${id} ${net} ${available_on}`)
  const made = (await database.all(payoutsOf, { account })).map(({ id, status }) => `${id} ${status}`)
  const differences = (await database.all(differencesOf, { account })).map(
    ({ about, ended_at, details }) => `${about} ${ended_at} ${JSON.stringify(details)}`,
  )
  const postings = (await database.all(postingsOf, { account })).length
  return [...rows, ...made, ...differences, `${postings} postings`]
}
