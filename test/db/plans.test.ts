import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { openForStatements, statements } from "../support/databases/every-statement.ts"
import { explained, plainSql, planOf, plansOf } from "./plans-of.ts"

/** Tables that are always small, or that are read whole on purpose. */
const MAY_BE_SCANNED =
  /^(accounts|account_moves|api_keys|encryption_keys|knex_migrations|settings|plans|integrations|clock_turns|failing_work|chargeback_desks|login_links|short_lived_keys)$/

/**
 * What each list must read by, whatever else its statement names: another index would have a large account read to its end. A name is a
 * pattern of the SQL of both databases, without quotes. `sqlite`: Postgres knows from its statistics what to read by.
 */
const READ_BY: { name: string; sql: RegExp; index: string; statements: number; sqlite?: true }[] = [
  {
    name: "deliveries of events",
    sql: /from deliveries where account = \S+ and message (IN|=)/,
    index: "deliveries_account_message",
    statements: 2,
  },
  {
    name: "dead letters that are sent again",
    sql: /update deliveries set replaced_by = .* and message/,
    index: "deliveries_account_message",
    statements: 1,
    sqlite: true,
  },
  { name: "dead letters to what exists", sql: /FROM living CROSS JOIN/, index: "deliveries_dead_target_id", statements: 2 },
  {
    name: "dead letters to replay",
    sql: /WHERE status = 'dead_letter' AND coalesce/,
    index: "deliveries_dead_target_id",
    statements: 2,
  },
  { name: "deliveries to cancel", sql: /SET status = 'canceled'.* LIMIT/, index: "deliveries_target_status", statements: 1 },
  {
    name: "other deliveries to replay",
    sql: /FROM deliveries WHERE account = \S+ AND \(target, status, id\) >=/,
    index: "deliveries_target_status",
    statements: 2,
  },
  {
    name: "payments of a status and some days",
    sql: /from payment_intents where account = \? and \(status, created, id\) >/,
    index: "payment_intents_status_created",
    statements: 3,
    sqlite: true,
  },
  {
    name: "refunds of a status and some days",
    sql: /from refunds where account = \? and \(status, created, id\) >/,
    index: "refunds_of_days",
    statements: 3,
    sqlite: true,
  },
  {
    name: "the sums of refunds, without their rows,",
    sql: /from refunds where account = \S+ and status = \S+ and created >= .* group by/,
    index: "refunds_of_days",
    statements: 1,
    sqlite: true,
  },
  {
    name: "the balance transactions of a payment",
    sql: /from balance_transactions where account = \? and payment_intent = \? order by id/,
    index: "balance_transactions_account_payment_intent_id_index",
    statements: 1,
    sqlite: true,
  },
  { name: "events of a type", sql: /from events where .*type, seq/i, index: "events_account_type_seq", statements: 2 },
  { name: "events of some types", sql: /AS wanted .*own\.type, own\.seq/, index: "events_account_type_seq", statements: 2 },
  ...["created", "available_on"].flatMap((day) => [
    {
      name: `balance transactions by ${day}`,
      sql: new RegExp(`from balance_transactions where .* type = .*\\(${day}, id\\) >`, "i"),
      index: `balance_transactions_by_${day}`,
      // Those of a payout are read by the day on which they are available.
      statements: day === "created" ? 4 : 6,
    },
    {
      name: `the sums of balance transactions by ${day}`,
      sql: new RegExp(`from balance_transactions where .* type = .* and ${day} >=`, "is"),
      index: `balance_transactions_by_${day}`,
      // Those in no payout are read by the day on which they are available.
      statements: day === "created" ? 1 : 2,
      sqlite: true as const,
    },
  ]),
  {
    name: "the newest transactions of a payout",
    sql: /from payout_transactions as taken join .* order by taken\.balance_transaction desc/is,
    index: "payout_transactions_by_payout",
    statements: 1,
    sqlite: true,
  },
  ...["actor", "action", "target"].map((filter) => ({
    name: `the audit log by ${filter}`,
    sql: new RegExp(`from audit_log where .*\\(${filter},at_ms,id\\) >`),
    // On an empty table it costs Postgres no more to sort what it reads by another index of the same columns.
    index: filter !== "target" && kind === "postgres" ? "audit_log_(actor|action|actor_action)" : `audit_log_${filter}`,
    statements: filter === "target" ? 16 : 4,
  })),
  {
    name: "the audit log by actor and action",
    sql: /\(actor,action,at_ms,id\) >/,
    index: "audit_log_actor_action",
    statements: 4,
  },
  {
    name: "active keys",
    sql: /from api_keys where account = .* and revoked_at is null/,
    index: "api_keys_active",
    statements: 2,
  },
  {
    name: "accounts whose clock is ahead",
    sql: /from accounts where clock_offset > 0 and exists/,
    index: "accounts_ahead",
    statements: 4,
  },
  { name: "accounts by name", sql: /from accounts where \(name_folded/, index: "accounts_name_folded", statements: 3 },
  { name: "payments of a card", sql: /last4\}?'? = \S+ and \(created, id\) > /, index: "payment_intents_last4", statements: 2 },
  {
    name: "what has a term",
    sql: /^select .*from search_terms where account = \S+ and term = /,
    index: kind === "postgres" ? "search_terms_pkey" : "PRIMARY KEY",
    statements: 2,
  },
  {
    name: "what has a word that begins with a text",
    sql: /from search_terms where account = \S+ and term >= /i,
    index: kind === "postgres" ? "search_terms_pkey" : "PRIMARY KEY",
    statements: 6,
  },
  {
    name: "customers whose e-mail begins with a text",
    sql: /from customers where account = \S+ and email_lower( COLLATE C)? >= /,
    index: kind === "postgres" ? "customers_email_beginning" : "customers_account_email_lower_id_index",
    statements: 1,
  },
  {
    name: "payments of customers that were found",
    sql: /from payment_intents where account = \S+ and customer (IN|= ANY)/,
    index: "payment_intents_account_customer_id_index",
    statements: 1,
  },
  {
    name: "current prices",
    sql: /SELECT id FROM product_prices WHERE account/,
    index: "product_prices_account_product_position_index",
    statements: 3,
  },
]

describe("Every statement", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases({})
  })
  after(() => databases.remove())

  it("uses an index instead of scanning a table", async () => {
    expect(statements.length).to.be.greaterThan(80)
    const url = databases.env.TEST_DATABASE_URL!
    const scans = kind === "sqlite" ? sqliteScans(sqliteFile(url)) : await postgresScans(url)
    expect(scans, scans.join("\n")).to.deep.equal([])
  })

  for (const { name, sql: pattern, index, statements: count, sqlite } of READ_BY)
    it(`reads ${name} by what leaves few rows`, async () => {
      if (sqlite && kind !== "sqlite") return
      const found = statements.filter((statement) => pattern.test(plainSql(statement)))
      expect(found).to.have.lengthOf(count)
      const plans = await plansOf(found, databases.env.TEST_DATABASE_URL!)
      for (const plan of plans) expect(plan).to.match(new RegExp(`\\b${index}\\b`))
    })

  if (kind === "postgres") {
    it("reads all states and methods of a search for payments at once, each by the index that has them", async () => {
      const found = statements.filter((statement) => plainSql(statement).startsWith("SELECT part.*"))
      expect(found).to.have.lengthOf(4)
      const plans = await plansOf(found, databases.env.TEST_DATABASE_URL!)
      const amounts = plans.map((plan) => /Scan .*using payment_intents_(state|amount_state) on/.exec(plan)?.[1])
      expect(amounts.sort()).to.deep.equal(["amount_state", "amount_state", "state", "state"])
    })
  }

  if (kind === "sqlite") {
    it("finds payments by state, method and amount in their order, and sorts none", () => {
      const database = new Sqlite(sqliteFile(databases.env.TEST_DATABASE_URL!))
      const lists = statements.map((statement) => statement.compiled("sqlite").sql)
      // The check of the totals has the same expression, and reads all payments on purpose.
      const parts = lists.filter((sql) => sql.includes("coalesce(payment_method_details") && / limit \+\?/.test(sql))
      expect(parts).to.have.lengthOf(4)
      for (const sql of parts) {
        const index = sql.includes("`amount` =") ? "payment_intents_amount_state" : "payment_intents_state"
        expect(planOf(database, sql).join(), sql).to.contain(`USING INDEX ${index} `).and.not.contain("TEMP B-TREE")
      }
      database.close()
    })
  }

  if (kind === "sqlite") {
    it("leaves no index unused but those that keep something unique: each costs every write of its table", () => {
      const database = openForStatements(sqliteFile(databases.env.TEST_DATABASE_URL!))
      const plans = statements.map((statement) => planOf(database, statement.compiled("sqlite").sql).join()).join()
      const indexes = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT LIKE 'CREATE UNIQUE %'")
        .pluck()
      const unused = (indexes.all() as string[]).filter((name) => !new RegExp(`INDEX ${name}\\b`).test(plans))
      database.close()
      expect(unused).to.deep.equal([])
    })
  }

  // Postgres knows from its statistics that a customer has few rows.
  if (kind === "sqlite") {
    it("lists what belongs to one customer or payment intent by its index, whatever else is filtered", () => {
      const database = new Sqlite(sqliteFile(databases.env.TEST_DATABASE_URL!))
      const lists = statements.map((statement) => statement.compiled("sqlite").sql).filter((sql) => / limit \+\?/.test(sql))
      const owned = lists.flatMap((sql) => {
        const owner =
          /from `(?:payment_intents|refunds|subscriptions)` where `account` = \+\? and (customer|payment_intent) = \+\?/.exec(
            sql,
          )?.[1]
        return owner ? [{ sql, owner }] : []
      })
      expect(owned.length).to.be.at.least(24)
      for (const { sql, owner } of owned) expect(planOf(database, sql).join(), sql).to.contain(`account=? AND ${owner}=?`)
      database.close()
    })
  }
})

function sqliteScans(file: string): string[] {
  const database = openForStatements(file)
  const scans = statements.flatMap((statement) => {
    const { sql } = statement.compiled("sqlite")
    return (
      planOf(database, sql)
        .map((detail) => /^SCAN (\w+)(?! USING)/.exec(detail)?.[1])
        .filter((table) => table !== undefined && isTable(database, table) && !MAY_BE_SCANNED.test(table))
        // For an insert into a referenced table, SQLite plans a scan of the referring table but never runs it.
        .filter(() => !/^insert /i.test(sql))
        .map((table) => `${table}: ${sql}`)
    )
  })
  database.close()
  return scans
}

function isTable(database: Sqlite.Database, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}

async function postgresScans(url: string): Promise<string[]> {
  const plans = await explained(url, statements)
  return plans.flatMap((plan, i) => {
    const tables = Array.from(plan.matchAll(/Seq Scan on (\w+)/g), ([, table]) => table!)
    return tables
      .filter((table) => !MAY_BE_SCANNED.test(table))
      .map((table) => `${table}: ${statements[i]!.compiled("postgres").sql}`)
  })
}
