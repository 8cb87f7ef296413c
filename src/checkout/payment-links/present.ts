import type { components } from "../../../generated/types.ts"
import type { Scope as ScopeIn } from "../../accounts/scope.ts"
import { must } from "../../base/must.ts"
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { tableOf } from "../../db/dialect.ts"
import { paymentIntents } from "../../payments/intents/table.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { idOfSigned, signId } from "../../vault/signed-ids.ts"
import { hasEnded } from "./links.ts"
import type { PaymentLinkRow } from "./table.ts"

const PURPOSE = "payment link"

type Scope = ScopeIn<{ livemode: boolean; baseUrl: string; ring: KeyRing }>

export type PaymentLink = components["schemas"]["PaymentLink"]

/** The status is part of the SQL, because the index on it is partial. */
const paymentsOf = paymentIntents.statement(["account", { links: json<readonly string[]>() }], (_, p, k) =>
  k.raw<{ id: string; payments: number }>(
    `SELECT wanted.value AS id,
       (SELECT count(*) FROM payment_intents WHERE account = :account AND payment_link = wanted.value AND status = 'succeeded') AS payments
     FROM ${tableOf(k, ":links", "wanted")}`,
    { account: p.account, links: p.links },
  ),
)

/** Payment links as the API shows them (openapi.yaml, PaymentLink), with the number of their payments. */
export async function presentPaymentLinks(
  db: Queries,
  { account, mode, now }: Pick<Scope, "account" | "mode" | "now">,
  rows: readonly PaymentLinkRow[],
): Promise<PaymentLink[]> {
  const counted = await db.all(paymentsOf, { account, links: rows.map(({ id }) => id) })
  const payments = new Map(counted.map((each) => [each.id, each.payments]))
  return rows.map((row) => ({
    id: row.id,
    object: "payment_link",
    livemode: mode.livemode,
    url: `${mode.baseUrl}/pay/buy/${signId(mode.ring, PURPOSE, row.id)}`,
    active: row.active && !hasEnded(row, now),
    product: row.product,
    payment_method_types: [...row.payment_method_types],
    max_installments: row.max_installments,
    max_payments: row.max_payments,
    payments: payments.get(row.id) ?? 0,
    expires_at: row.expires_at,
    after_payment_url: row.after_payment_url,
    metadata: row.metadata,
    created: row.created,
  }))
}

export async function presentPaymentLink(
  db: Queries,
  scope: Pick<Scope, "account" | "mode" | "now">,
  row: PaymentLinkRow,
): Promise<PaymentLink> {
  const [link] = await presentPaymentLinks(db, scope, [row])
  return must(link, "the payment link")
}

/** The id of the payment link whose page has this path. */
export function idOfPage({ ring }: Pick<Scope["mode"], "ring">, path: string): string | undefined {
  return idOfSigned(ring, PURPOSE, "plink", path)
}
