import { findUsersById } from "../accounts/users/manage.ts"
import { customersOfIds } from "../customers/customers.ts"
import type { Queries } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { OperatorMailRow } from "./operator-table.ts"
import { openMade } from "./store.ts"
import type { MailRow } from "./tables.ts"

/** A mail in lists. `to` is the address that it went to, or that of its reader now if it was not made. */
export type ShownMail = Pick<MailRow, "id" | "customer" | "status" | "created"> & {
  kind: MailRow["kind"] | "attention"
  /** Null for a mail about all that waits. */
  cause: string | null
  to: string
  sent_at: number | null
  reason: MailRow["reason"] | "replaced"
}

type Reading = { database: Queries; ring: KeyRing; users: Queries }

/** Presents mails of one account. */
export async function presentMails(
  { database, ring, users }: Reading,
  rows: readonly MailRow[],
): Promise<(ShownMail & Pick<MailRow, "kind" | "cause" | "reason">)[]> {
  const [first] = rows
  if (!first) return []
  const customers = await customersOfIds(
    database,
    first,
    rows.flatMap(({ customer }) => customer ?? []),
  )
  const readers = await findUsersById(
    users,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  const emailOf = ({ customer, user_id }: MailRow) =>
    customer === null ? readers.find(({ id }) => id === user_id)?.email : customers.get(customer)?.email
  return Promise.all(
    rows.map(async (row) => {
      const made = row.status === "pending" ? null : await openMade(database, ring, row)
      return present(row, made?.to ?? emailOf(row) ?? "")
    }),
  )
}

function present({ id, kind, customer, cause, status, created, ended_at, reason }: MailRow, to: string) {
  return { id, kind, to, customer, cause, status, created, sent_at: status === "sent" ? ended_at : null, reason }
}

/** Presents mails to the operators of the platform. Their times are real. */
export async function presentOperatorMails(
  { users }: Pick<Reading, "users">,
  rows: readonly OperatorMailRow[],
): Promise<ShownMail[]> {
  const readers = await findUsersById(
    users,
    rows.map(({ user_id }) => user_id),
  )
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return rows.map(({ id, user_id, status, created_ms, ended_ms, reason }) => ({
    ...{ id, kind: "attention", customer: null, cause: null, status, created: seconds(created_ms), reason },
    to: readers.find((user) => user.id === user_id)?.email ?? "",
    sent_at: status === "sent" && ended_ms !== null ? seconds(ended_ms) : null,
  }))
}
