import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** What mails and pages for payers show of an account, and the language in which a customer is written to. */
export async function up(knex: Knex): Promise<void> {
  for (const column of ["color", "mail_footer", "support_email", "support_phone", "installments"])
    await addColumn(knex, "account_settings", column, "text")
  await addColumn(knex, "customers", "locale", "text NOT NULL DEFAULT 'pt-BR'")
}
