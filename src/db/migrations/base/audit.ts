import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { id } from "./columns.ts"

const REFUSAL = "the audit log is append-only"

/** The audit log. No statement on the table can change or remove an entry. */
export async function createAuditLog(knex: Knex): Promise<void> {
  await knex.schema.createTable("audit_log", (t) => {
    id(knex, t, "id").primary()
    // Milliseconds of the database's time.
    t.bigInteger("at_ms").notNullable()
    t.text("actor").notNullable()
    t.text("source").notNullable()
    t.text("action").notNullable()
    t.text("target")
    id(knex, t, "account")
    t.text("outcome").notNullable()
    t.text("reason")
    t.index(["account", "at_ms", "id"])
    t.index(["at_ms", "id"])
  })
  await knex.raw("CREATE INDEX audit_log_action ON audit_log (account, action, at_ms, id)")
  await knex.raw("CREATE INDEX audit_log_actor ON audit_log (account, actor, at_ms, id)")
  await knex.raw("CREATE INDEX audit_log_actor_action ON audit_log (account, actor, action, at_ms, id)")
  await knex.raw("CREATE INDEX audit_log_target ON audit_log (account, target, at_ms, id)")
  await (isPostgres(knex) ? protectOnPostgres(knex) : protectOnSqlite(knex))
}

async function protectOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '${REFUSAL}' USING ERRCODE = 'insufficient_privilege'; END $$`,
  )
  await knex.raw(
    `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log()`,
  )
  // The trigger must also run in a replicating session, which runs no other triggers.
  await knex.raw("ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only")
}

async function protectOnSqlite(knex: Knex): Promise<void> {
  for (const change of ["UPDATE", "DELETE"]) {
    await knex.raw(
      `CREATE TRIGGER audit_log_no_${change.toLowerCase()} BEFORE ${change} ON audit_log
       BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
    )
  }
  // INSERT OR REPLACE deletes the old row without running the DELETE trigger.
  await knex.raw(
    `CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log
     WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id OR rowid = NEW.rowid)
     BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
  )
}
