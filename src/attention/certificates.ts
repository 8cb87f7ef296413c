import type { CredentialsRow } from "../acquirers/table.ts"
import { acquirerCredentials } from "../acquirers/table.ts"
import { dateOf, dayOf } from "../base/day.ts"
import { id } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { isHere } from "../db/here.ts"
import { certificateEnd } from "../payments/chargebacks/desk.ts"
import { chargebackDesks, type DeskRow } from "../payments/chargebacks/tables.ts"
import type { Found, Source } from "./item.ts"

/** Getting a new certificate from an acquirer takes days. */
const BEFORE_SECONDS = 30 * 86_400

/** All of them are read: an account has few at most, and few accounts have any. */
const listDesks = chargebackDesks.statement([{ of: id().nullable() }], (_, p, k) =>
  k.raw<Pick<DeskRow, "id" | "account" | "acquirer" | "certificate">>(
    `SELECT id, account, acquirer, certificate FROM chargeback_desks
     WHERE (CAST(:of AS text) IS NULL OR account = :of) AND ${isHere(k)} ORDER BY account, id`,
    { of: p.of },
  ),
)
const listCredentials = acquirerCredentials.statement([{ of: id().nullable() }], (_, p, k) =>
  k.raw<Pick<CredentialsRow, "id" | "account" | "acquirer"> & { certificate_ends_at: number }>(
    `SELECT id, account, acquirer, certificate_ends_at FROM acquirer_credentials
     WHERE (CAST(:of AS text) IS NULL OR account = :of) AND certificate_ends_at IS NOT NULL AND ended_at IS NULL
     AND ${isHere(k)} ORDER BY account, id`,
    { of: p.of },
  ),
)

/** Certificates that end within 30 days, or have ended. A new one replaces the row. */
export const endingCertificates: Source = {
  list: async (db, { account: of, now, limit }) => (await endingOf(db, of, now)).slice(0, limit),
  count: async (db, { now, limit }) => {
    const size = (await endingOf(db, null, now)).length
    return size > 0 ? [{ kind: "certificate_expiring", size: Math.min(size, limit) }] : []
  },
}

type Certificate = Pick<CredentialsRow, "id" | "account" | "acquirer"> & { end: number; purpose: string; command: string }

async function endingOf(db: Queries, of: string | null, now: number): Promise<Found[]> {
  const desks = (await db.all(listDesks, { of })).map(({ certificate, ...row }) => ({
    ...row,
    end: certificateEnd(certificate),
    purpose: `with which chargebacks of ${row.acquirer} are listed and answered`,
    command: `vintem acquirer chargebacks set --account ${row.account} --credentials-file FILE`,
  }))
  const credentials = (await db.all(listCredentials, { of })).map(({ certificate_ends_at: end, ...row }) => ({
    ...{ ...row, end },
    purpose: `with which payments are made at ${row.acquirer}`,
    command: `vintem acquirer set --account ${row.account} --name ${row.acquirer} --credentials-file FILE`,
  }))
  return [...desks, ...credentials].flatMap((certificate) => itemsOf(certificate, now))
}

function itemsOf({ id, account, end, purpose, command }: Certificate, now: number): Found[] {
  const since = end - BEFORE_SECONDS
  if (now < since) return []
  const day = dateOf(dayOf(end))
  return [
    {
      ...{ id, kind: "certificate_expiring", account, since, payment_intent: null, refund: null, amount: null, currency: null },
      certificateEndsAt: end,
      message:
        `The certificate ${purpose} ${now < end ? "ends" : "has ended"} on ${day}. ` +
        `Get a new one from the acquirer. Then run '${command}'.`,
    },
  ]
}
