import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { id } from "./base/columns.ts"

const REFUSAL = "balance transactions never change"

/** The ledger: docs/decisions/0031-the-ledger.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("balance_terms")) return
  await knex.schema.createTable("balance_terms", (t) => {
    id(knex, t, "account").notNullable()
    t.text("currency").notNullable()
    t.integer("version").notNullable()
    t.bigInteger("created").notNullable()
    t.text("terms").notNullable()
    t.primary(["account", "currency", "version"])
  })
  await knex.schema.createTable("balance_transactions", (t) => transactionColumns(knex, t))
  await (isPostgres(knex) ? createTriggers(knex) : createTriggersOnSqlite(knex))
}

function transactionColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  for (const name of ["id", "account"]) id(knex, t, name).notNullable()
  t.bigInteger("created").notNullable()
  t.text("type").notNullable()
  id(knex, t, "source").notNullable()
  t.integer("part").notNullable()
  for (const name of ["amount", "fee", "net"]) t.bigInteger(name).notNullable()
  t.text("currency").notNullable()
  id(knex, t, "payment_intent")
  for (const name of ["installment", "installments", "terms"]) t.integer(name)
  t.text("acquirer")
  t.text("funds").notNullable()
  t.bigInteger("available_on").notNullable()
  t.primary(["account", "id"])
  t.unique(["account", "source", "type", "part"])
  t.index(["account", "payment_intent", "id"])
  // Both lists are read for each type apart, so that a filter by type needs no index of its own.
  t.index(["account", "currency", "funds", "type", "created", "id"], "balance_transactions_by_created")
  t.index(["account", "currency", "funds", "type", "available_on", "id"], "balance_transactions_by_available_on")
  t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
}

/** A row of `total_deltas` for rows of the balance that are available on one day: `code` is its date. */
const DELTA = "INSERT INTO total_deltas (source, account, day, currency, kind, method, brand, code, count, amount)"

/** One statement may write the rows of many payments. The function has the rights of its owner. */
async function createTriggers(knex: Knex): Promise<void> {
  const date = "to_char(to_timestamp(available_on - 10800) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
  await knex.raw(
    `CREATE FUNCTION total_balance_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
     $$ BEGIN
       ${DELTA}
       SELECT min(id), account, 0, currency, 'net', funds, '', ${date}, count(*), sum(net)
       FROM added GROUP BY account, currency, funds, ${date};
       RETURN NULL;
     END $$`,
  )
  await knex.raw(
    `CREATE TRIGGER total_balance_transactions AFTER INSERT ON balance_transactions
     REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION total_balance_transactions()`,
  )
  await knex.raw(
    `CREATE FUNCTION refuse_change_of_balance() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '${REFUSAL}' USING ERRCODE = 'insufficient_privilege'; END $$`,
  )
  await knex.raw(
    `CREATE TRIGGER balance_transactions_never_change BEFORE UPDATE ON balance_transactions
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_balance()`,
  )
}

async function createTriggersOnSqlite(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE TRIGGER total_balance_transactions AFTER INSERT ON balance_transactions BEGIN
       ${DELTA}
       VALUES (NEW.id, NEW.account, 0, NEW.currency, 'net', NEW.funds, '', date(NEW.available_on - 10800, 'unixepoch'), 1, NEW.net);
     END`,
  )
  await knex.raw(
    `CREATE TRIGGER balance_transactions_never_change BEFORE UPDATE ON balance_transactions
     BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
  )
}
