// Which acquirer gets the sale of a confirm: docs/decisions/0033-fallback.md.
import { type Choice, choose, type Wanted } from "../../acquirers/choose.ts"
import type { Transaction } from "../../db/database.ts"
import type { CardRow } from "../../vault/tables.ts"
import { refuseWithout } from "../attempts/send.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { plainCardOf } from "../methods/details.ts"
import { isByMandate } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentRow } from "./table.ts"

type Sale = Pick<AttemptRow, "type" | "payment_method" | "card"> & { installments: number }

/** The acquirer of a new sale, and why it is the fallback if it is. Throws not_ready if no acquirer gets the sale. */
export async function routeSale(
  tx: Transaction,
  { account, mode }: PaymentScope,
  intent: IntentRow,
  sale: Sale,
): Promise<Choice> {
  const routing = await mode.routingOf(tx, account, sale.type)
  // The card is read only where it may have a fallback.
  const card = routing.fallback && (await plainCardOf(tx, { account, card: sale.card }))
  const isFailing = ({ name: acquirer }: { name: string }) => mode.circuits.isFailing({ account, acquirer, method: sale.type })
  return choose(routing, wantedBy(intent, sale, card), isFailing) ?? refuseWithout(sale.type)
}

/** What a sale asks of its acquirer. */
export function wantedBy(intent: IntentRow, sale: Sale, card: Pick<CardRow, "brand" | "funding"> | undefined): Wanted {
  return {
    type: sale.type,
    currency: intent.currency,
    installments: sale.installments,
    capture_later: intent.capture_method === "manual",
    brand: card?.brand ?? null,
    has_fallback: !isByMandate(sale) && card?.funding !== "debit",
  }
}
