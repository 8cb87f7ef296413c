// What a process of the release before does not write, on Postgres. On SQLite one process has the file.
import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

type Trigger = { name: string; on: string; when: string; body: string }

const ID = "'txn_' || substr(NEW.id, 4)"
const FUNDS = "CASE (SELECT value FROM settings WHERE name = 'mode') WHEN 'live' THEN 'acquirer' ELSE 'platform' END"
const COLUMNS =
  "id, account, created, type, source, part, amount, fee, net, currency, payment_intent, acquirer, funds, available_on"

/** The row of the payment that a refund or a dispute is about. */
const PAID =
  "SELECT * INTO paid FROM balance_transactions WHERE account = NEW.account AND source = NEW.payment_intent AND type = 'payment' AND part = 0"
const hasRow = (type: string) =>
  `EXISTS (SELECT 1 FROM balance_transactions WHERE account = NEW.account AND source = NEW.id AND type IN (${type}))`

/** The release before knows neither fees nor parts. So it must not touch a payment that has terms: 57P03 means 503, and due work waits. */
const refuseIf = (condition: string) =>
  `IF ${condition} THEN RAISE EXCEPTION 'a payment with terms needs the new release' USING ERRCODE = 'cannot_connect_now'; END IF;`

const TRIGGERS: readonly Trigger[] = [
  {
    name: "book_payment",
    on: "UPDATE OF status ON payment_intents",
    when: "NEW.status = 'succeeded' AND OLD.status <> 'succeeded' AND NEW.amount > 0",
    body: `IF ${hasRow("'payment'")} THEN RETURN NULL; END IF;
      INSERT INTO balance_transactions (${COLUMNS})
      SELECT ${ID}, NEW.account, NEW.ended_at, 'payment', NEW.id, 0, NEW.amount, 0, NEW.amount, NEW.currency, NEW.id,
        (SELECT acquirer FROM attempts WHERE account = NEW.account AND id = NEW.latest_attempt), ${FUNDS}, NEW.ended_at
      ON CONFLICT (account, source, type, part) DO NOTHING;`,
  },
  {
    name: "book_refund",
    on: "INSERT ON refunds",
    when: "true",
    body: `IF ${hasRow("'refund', 'dispute'")} THEN RETURN NULL; END IF;
      ${PAID};
      IF NOT FOUND THEN RETURN NULL; END IF;
      ${refuseIf("paid.terms IS NOT NULL")}
      INSERT INTO balance_transactions (${COLUMNS})
      VALUES (${ID}, NEW.account, NEW.created, CASE WHEN NEW.reason = 'dispute' THEN 'dispute' ELSE 'refund' END, NEW.id, 0,
        -NEW.amount, 0, -NEW.amount, NEW.currency, NEW.payment_intent, paid.acquirer, paid.funds, NEW.created)
      ON CONFLICT (account, source, type, part) DO NOTHING;`,
  },
  {
    name: "book_failed_refund",
    on: "UPDATE OF status ON refunds",
    when: "NEW.status = 'failed' AND OLD.status <> 'failed'",
    body: `IF ${hasRow("'refund_failed', 'dispute_reversed'")} THEN RETURN NULL; END IF;
      ${PAID};
      IF NOT FOUND THEN RETURN NULL; END IF;
      ${refuseIf("paid.terms IS NOT NULL")}
      INSERT INTO balance_transactions (${COLUMNS})
      VALUES ('txn_' || substr(NEW.id, 4, 24) || CASE WHEN substr(NEW.id, 28) = '0' THEN '1' ELSE '0' END, NEW.account, NEW.failed_at,
        CASE WHEN NEW.reason = 'dispute' THEN 'dispute_reversed' ELSE 'refund_failed' END, NEW.id, 0,
        NEW.amount, 0, NEW.amount, NEW.currency, NEW.payment_intent, paid.acquirer, paid.funds, NEW.failed_at)
      ON CONFLICT (account, source, type, part) DO NOTHING;`,
  },
  {
    // A dispute that found nothing left has no refund that is refused.
    name: "book_dispute_fee",
    on: "INSERT ON disputes",
    when: "NEW.refund IS NULL",
    body: `${PAID};
      IF NOT FOUND OR paid.terms IS NULL OR ${hasRow("'fee'")} THEN RETURN NULL; END IF;
      SELECT terms::json ->> 'dispute_fee' INTO due FROM balance_terms
        WHERE account = paid.account AND currency = paid.currency AND version = paid.terms;
      ${refuseIf("due > 0")}`,
  },
  {
    name: "book_excess",
    on: "UPDATE OF excess_taken, status ON disputes",
    when: "NEW.excess > 0",
    // The lines of a dispute add up to what it took beyond its payment. Where they do, the new release was here.
    body: `SELECT -sum(amount), count(*) INTO due, made FROM balance_transactions
        WHERE account = NEW.account AND source = NEW.id AND type = 'adjustment';
      due := coalesce(due, 0) - CASE WHEN NEW.excess_taken AND NEW.status <> 'won' THEN NEW.excess ELSE 0 END;
      IF due = 0 THEN RETURN NULL; END IF;
      INSERT INTO balance_transactions (${COLUMNS})
      SELECT 'txn_' || substr(NEW.id, 4, 11) || substr(md5(NEW.id || made), 1, 14), NEW.account, NEW.created, 'adjustment', NEW.id, made,
        due, 0, due, NEW.currency, NEW.payment_intent, NULL, ${FUNDS}, NEW.created;`,
  },
]

/** They run at the commit, when the new release has written its rows. They have the rights of their owner. */
export async function createLedgerTriggers(knex: Knex): Promise<void> {
  for (const { name, on, when, body } of TRIGGERS) {
    await knex.raw(
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
       $$ DECLARE paid balance_transactions; due bigint; made integer; BEGIN ${body} RETURN NULL; END $$`,
    )
    await knex.raw(`DROP TRIGGER IF EXISTS ${name} ON ${on.split(" ").at(-1)}`)
    await knex.raw(
      `CREATE CONSTRAINT TRIGGER ${name} AFTER ${on} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`,
    )
  }
}

/** The next release drops them: every process writes its rows by then. */
export async function up(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) return
  for (const { name, on } of TRIGGERS) {
    await knex.raw(`DROP TRIGGER IF EXISTS ${name} ON ${on.split(" ").at(-1)}`)
    await knex.raw(`DROP FUNCTION IF EXISTS ${name}()`)
  }
}
