// Data that makes pages slow and that a copied account lacks: rare rows among many, and a second account.
import type { Database } from "../../../src/db/database.ts"
import { deliveries } from "../../../src/events/webhooks/tables.ts"
import { foldTotals } from "../../../src/ledger/totals/fold.ts"
import type { Running } from "../../../test/support/app/vintem.ts"
import type { FullAccount } from "../../../test/support/merchants/full-account.ts"
import { newEndpoint, payOne } from "../../../test/support/merchants/merchant.ts"
import { run } from "./multiply.ts"

const DEAD_LETTERS = 50_000
const DEAD_LETTERS_OF_OTHER = 5000
const RARE_PAYMENTS = 3
const ENTRIES_OF_SET = 10
/** The actor of nine tenths of the audit log. */
export const BUSY_ACTOR = "user:usr_busy"

/** Objects that pages query in addition to the account. */
export type Rest = { down: string; other: string }

/**
 * Adds payments in a rare currency, an endpoint that has been down, another account with dead letters, and an audit log. The log has
 * entries of one in `every` copies.
 */
export async function addRest(vintem: Running, shop: FullAccount, every = 1): Promise<Rest> {
  const { database } = vintem.server.modes.test
  for (let i = 0; i < RARE_PAYMENTS; i++) await payOne(shop, undefined, { currency: "usd" })
  const { id: down } = await newEndpoint(shop, "https://down.example/hooks")
  const replaced = "CASE WHEN created % 50 <> 0 THEN id END"
  await addDeadLetters(database, shop.account, {
    count: DEAD_LETTERS,
    account: shop.account,
    target: down,
    replaced,
    end: "down",
  })
  const other = await vintem.newAccount("Papelaria Sol")
  const stranger = { count: DEAD_LETTERS_OF_OTHER, account: other, target: "we_other", replaced: "NULL", end: "othr" }
  await addDeadLetters(database, shop.account, stranger)
  await addAuditLog(database, shop.account, every)
  await foldTotals.run({ database })
  for (const each of new Set([database, database.requests()])) await run(each, "DROP TABLE bench_copies")
  return { down, other }
}

type DeadLetters = { count: number; account: string; target: string; replaced: string; end: string }

/** Copies the newest deliveries of `from`, with new ends of their ids. */
async function addDeadLetters(database: Database, from: string, added: DeadLetters): Promise<void> {
  const { count, account, target, replaced, end } = added
  const otherwise: Record<string, string> = {
    id: `substr(id, 1, length(id) - ${end.length}) || '${end}'`,
    account: `'${account}'`,
    target: `'${target}'`,
    status: "'dead_letter'",
    replaced_by: replaced,
  }
  const values = deliveries.names.map((column) => otherwise[column] ?? column)
  await run(
    database,
    `INSERT INTO deliveries (${deliveries.names.join(", ")}) SELECT ${values.join(", ")} FROM (
       SELECT * FROM deliveries WHERE account = '${from}' AND status = 'delivered' ORDER BY id DESC LIMIT ${count}
     ) AS newest`,
  )
}

/** Adds ten entries of a copy. The busy actor has revoked a key once in a hundred thousand entries. */
async function addAuditLog(database: Database, account: string, every: number): Promise<void> {
  for (let i = 0; i < ENTRIES_OF_SET; i++) {
    const action =
      i === 0 ? `CASE WHEN (n / ${every}) % 10000 = 7 THEN 'key.revoke' ELSE 'customer.update' END` : "'customer.update'"
    await run(
      database,
      `INSERT INTO audit_log (id, at_ms, actor, source, action, target, account, outcome)
       SELECT 'aud_' || time || '0000000000000${i}', ${Date.now()} - ago * 1000, '${i < 9 ? BUSY_ACTOR : "user:usr_rare"}', '192.0.2.1',
         ${action}, 'cus_' || time || '00000000000000', '${account}', 'done' FROM bench_copies WHERE n % ${every} = 0`,
    )
  }
}
