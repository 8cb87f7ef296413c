import type { Dialect } from "./statement.ts"

/**
 * The conditions of the partial indexes. A statement must repeat the condition, or the planner cannot use the index. Most requests are
 * about a payment intent, and they need only one entry.
 */
export const INDEXED = {
  payment_intent: "payment_intent IS NOT NULL",
  resource: "resource <> coalesce(payment_intent, '')",
}

/**
 * The SQL of the request log. `seq` is the order in which rows become visible, so a reader that remembers the last one misses none: SQLite
 * has one writer, and on Postgres the writers take a lock. `at_ms` is when the request arrived, in milliseconds of the host's time.
 */
export function requestTables(dialect: Dialect): string {
  const [seq, id] =
    dialect === "postgres"
      ? ["bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", 'text COLLATE "C"']
      : ["INTEGER PRIMARY KEY AUTOINCREMENT", "text"]
  return `
    CREATE TABLE IF NOT EXISTS api_requests (
      seq ${seq}, id ${id} NOT NULL, at_ms bigint NOT NULL, account ${id}, key ${id}, operation text, method text NOT NULL,
      route text, path text NOT NULL, status integer NOT NULL, error text, param text, ms double precision NOT NULL,
      address text, user_agent text, version text, idempotency_key text, replayed boolean NOT NULL,
      resource ${id}, payment_intent ${id}, resources text, parameters text);
    CREATE UNIQUE INDEX IF NOT EXISTS api_requests_id ON api_requests (id);
    CREATE INDEX IF NOT EXISTS api_requests_account ON api_requests (account, seq);
    CREATE INDEX IF NOT EXISTS api_requests_by_resource ON api_requests (resource, seq) WHERE ${INDEXED.resource};
    CREATE INDEX IF NOT EXISTS api_requests_payment_intent ON api_requests (payment_intent, seq) WHERE ${INDEXED.payment_intent}`
}
