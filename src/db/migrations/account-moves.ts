import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { OWN_NAME } from "../tables.ts"
import { id } from "./base/columns.ts"

/**
 * The accounts that leave this database, or have left it, and what refuses their writes here. The function has no trigger until an account
 * leaves (src/accounts/move/refuse.ts).
 *
 * A writer takes the account's lock first, and then reads where the account is. So whoever closes the account and then gets the lock alone
 * knows that each writer has ended, or is refused.
 */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable("account_moves")))
    await knex.schema.createTable("account_moves", (t) => {
      id(knex, t, "account").notNullable().primary()
      t.text("to_database").notNullable()
      t.bigInteger("since_ms").notNullable()
      t.bigInteger("closed_ms")
    })
  if (!isPostgres(knex)) return
  await knex.raw(`
    CREATE OR REPLACE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('vintem account ' || TG_ARGV[0], 0));
      IF (SELECT database FROM accounts WHERE id = TG_ARGV[0]) IS DISTINCT FROM ${OWN_NAME} THEN
        RAISE EXCEPTION 'the account % is in another database', TG_ARGV[0] USING ERRCODE = 'cannot_connect_now';
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
    END $$`)
}
