import { customersOfIds } from "../customers/customers.ts"
import type { Queries } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { openMade } from "./store.ts"
import type { MailRow } from "./tables.ts"

/** A mail in lists. `to` is the address that it went to, or that of the customer now if it was not made. */
export type ShownMail = Pick<MailRow, "id" | "kind" | "customer" | "cause" | "status" | "created"> & {
  to: string
  sent_at: number | null
  reason: MailRow["reason"]
}

type Reading = { database: Queries; ring: KeyRing }

/** Presents mails of one account. */
export async function presentMails({ database, ring }: Reading, rows: readonly MailRow[]): Promise<ShownMail[]> {
  const [first] = rows
  if (!first) return []
  const customers = await customersOfIds(
    database,
    first,
    rows.map(({ customer }) => customer),
  )
  return Promise.all(
    rows.map(async (row) => {
      const made = row.status === "pending" ? null : await openMade(database, ring, row)
      return present(row, made?.to ?? customers.get(row.customer)?.email ?? "")
    }),
  )
}

function present({ id, kind, customer, cause, status, created, ended_at, reason }: MailRow, to: string): ShownMail {
  return { id, kind, to, customer, cause, status, created, sent_at: status === "sent" ? ended_at : null, reason }
}
