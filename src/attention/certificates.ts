import { dateOf, dayOf } from "../base/day.ts"
import { id } from "../db/columns.ts"
import { certificateEnd } from "../payments/chargebacks/desk.ts"
import { chargebackDesks, type DeskRow } from "../payments/chargebacks/tables.ts"
import type { Found, Source } from "./item.ts"

/** Getting a new certificate from an acquirer takes days. */
const BEFORE_SECONDS = 30 * 86_400

type Row = Pick<DeskRow, "id" | "account" | "acquirer" | "certificate">

/** All of them are read: an account has one at most, and few accounts have any. */
const list = chargebackDesks.statement([{ of: id().nullable() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT id, account, acquirer, certificate FROM chargeback_desks
     WHERE (CAST(:of AS text) IS NULL OR account = :of) ORDER BY account, id`,
    { of: p.of },
  ),
)

/** Certificates that end within 30 days, or have ended. A new one replaces the row. */
export const endingCertificates: Source = {
  list: async (db, { account: of, now, limit }) =>
    (await db.all(list, { of })).flatMap((row) => itemsOf(row, now)).slice(0, limit),
  count: async (db, { now, limit }) => {
    const size = (await db.all(list, { of: null })).flatMap((row) => itemsOf(row, now)).length
    return size > 0 ? [{ kind: "certificate_expiring", size: Math.min(size, limit) }] : []
  },
}

function itemsOf({ id, account, acquirer, certificate }: Row, now: number): Found[] {
  const end = certificateEnd(certificate)
  const since = end - BEFORE_SECONDS
  if (now < since) return []
  const day = dateOf(dayOf(end))
  return [
    {
      ...{ id, kind: "certificate_expiring", account, since, payment_intent: null, refund: null, amount: null, currency: null },
      certificateEndsAt: end,
      message:
        `The certificate with which chargebacks of ${acquirer} are listed and answered ${now < end ? "ends" : "has ended"} on ${day}. ` +
        `Get a new one from the acquirer. Then run 'vintem acquirer chargebacks set --account ${account} --credentials-file FILE'.`,
    },
  ]
}
