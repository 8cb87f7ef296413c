// Closes payment links whose time is over.

import { integer, seconds } from "../../db/columns.ts"
import { isHere } from "../../db/here.ts"
import { LIMIT } from "../../db/statement.ts"
import { sweep } from "../../jobs/sweep.ts"
import { paymentLinks } from "./table.ts"

const closeEnded = paymentLinks.statement([{ now: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(
    `UPDATE payment_links SET active = false WHERE (account, id) IN (
       SELECT account, id FROM payment_links WHERE active AND expires_at <= ? AND ${isHere(k)} ORDER BY expires_at LIMIT ?
     )`,
    [p.now, LIMIT],
  ),
)
const closeEndedOf = paymentLinks.statement(["account", { now: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(
    `UPDATE payment_links SET active = false WHERE account = :account AND id IN (
       SELECT id FROM payment_links WHERE account = :account AND active AND expires_at <= :now ORDER BY expires_at LIMIT :limit
     )`,
    { account: p.account, now: p.now, limit: LIMIT },
  ),
)

/** Closes links whose time is over, so that lists of open links do not have them. Until then, each is shown as closed. */
export const closeEndedPaymentLinks = sweep(
  { kind: "close_ended_payment_links", table: paymentLinks, column: "expires_at", only: "active" },
  (tx, { now, account, limit }) =>
    account === null ? tx.run(closeEnded, { now, limit }) : tx.run(closeEndedOf, { account, now, limit }),
)
