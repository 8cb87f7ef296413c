import { id, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { MandateRow } from "../mandates/tables.ts"

/** What every page says about a payment. Links of earlier versions have no document, and only those for challenges have a return_url. */
export type Purchase = {
  amount: number
  /** The name of the merchant that payers know. */
  payee: string
  /** The merchant's CPF or CNPJ. */
  payeeDocument?: string | null
  statementDescriptor: string | null
  /** The URL to which the payer goes after the payment. */
  return_url?: string | null
}

/** What the payer of a code agrees to by PIX Automático. `amount` is what is charged each time, in cents. */
export type Agreed = Pick<MandateRow, "object" | "period" | "first_day" | "amount">

/**
 * The contents of a hosted page or image. They are fixed when the link is created, even if the customer or the account changes later.
 * The logo is not among them: it is no term of the payment, and a logo that the merchant replaces or removes must disappear everywhere.
 */
export type Hosted =
  | ({ kind: "pix"; br_code: string; expires_at: number; mandate?: Agreed } & Purchase)
  | { kind: "boleto"; paper: BoletoPaper; expires_at: number; return_url?: string | null }
  | ({ kind: "challenge"; currency: string; return_url: string | null } & Purchase)
  | ({ kind: "authentication"; currency: string; return_url: string | null } & Purchase)

type DetailsOf<Each> = Each extends Hosted ? Omit<Each, "kind"> : never

/** The pages and images of payments, which a payer opens without an API key. */
export const hostedLinks = table(
  "hosted_links",
  {
    /** The last segment of the link's path. */
    link: text(),
    account: id(),
    payment_intent: id(),
    attempt: id(),
    kind: text<Hosted["kind"]>(),
    details: json<DetailsOf<Hosted>>(),
    /** When the link is deleted. 0 for a link of an earlier version, which does not say when its payment ended. */
    due_at: seconds(),
  },
  { of: "account", key: ["account", "link"], references: { payment_intent: "payment_intents" } },
)

export type HostedLinkRow = RowOf<typeof hostedLinks>

/** The contents of a printed boleto. */
export type BoletoPaper = {
  /** 44 digits. */
  barCode: string
  /** In cents. */
  amount: number
  /** ISO date. */
  dueDate: string
  /** ISO date on which the boleto was created. */
  issuedOn: string
  bank: { name: string; code: string }
  /** The merchant. Boletos of earlier versions have neither its document nor its address. */
  payee: { name: string; agencyAndCode: string; document?: string | null; address?: string | null }
  payer: { name: string; document: string; address: string[] }
  /** The merchant's own number for the boleto. */
  documentNumber: string
  /** The bank's number for the boleto ("nosso número"). */
  ourNumber: string
  wallet: string
  /** The text by which the payer recognizes the purchase. */
  statementDescriptor: string | null
  instructions: string[]
  /** Prints a warning across the page that the boleto cannot be paid. */
  test: boolean
}
