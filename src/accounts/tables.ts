import { boolean, id, integer, json, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { Brand } from "../vault/number.ts"
import type { Version } from "../versions.ts"
import type { Metadata } from "./metadata.ts"
import type { Installments } from "./payer-contact.ts"
import type { AccessScope } from "./scopes.ts"

/** The merchants. Every API key and every row of another table belongs to one account. */
export const accounts = table(
  "accounts",
  {
    id: id(),
    name: text(),
    /** The advance of the account's test clock, in seconds. */
    clock_offset: seconds(),
    created: seconds(),
    /** The name as it is searched and sorted. Null until a name that an older process has written is folded. */
    name_folded: text().nullable(),
    /** The name of the database that the account is in. If it is another one, this row is a signpost. */
    database: text(),
  },
  { of: "platform", key: ["id"] },
)

export type Account = RowOf<typeof accounts>

/** When an account asks for 3-D Secure by itself. */
export type ThreeDSecureSettings = {
  /** In cents of brl: from this amount on. Null: no amount asks for it. */
  minimum_amount: number | null
  /** The brands of cards that ask for it. */
  brands: readonly Brand[]
  /** Whether the issuer is told about a sale that asks nobody. */
  data_only: boolean
}

/** What payers see of an account, and how they pay it. */
export const accountSettings = table(
  "account_settings",
  {
    account: id(),
    display_name: text().nullable(),
    /** A CPF or a CNPJ without punctuation. */
    document: text().nullable(),
    address: text().nullable(),
    /** The color of buttons, as `#rrggbb`. */
    color: text().nullable(),
    /** The text at the end of each mail. */
    mail_footer: text().nullable(),
    support_email: text().nullable(),
    /** In E.164 format. */
    support_phone: text().nullable(),
    installments: json<Installments>().nullable(),
    three_d_secure: json<ThreeDSecureSettings>().nullable(),
    /** Whether pay pages let the payer choose debit. */
    offers_debit: boolean().nullable(),
  },
  { of: "account", key: ["account"] },
)

export const accountLogos = table(
  "account_logos",
  {
    account: id(),
    type: text<"image/png" | "image/jpeg">(),
    /** In pixels, like the height. */
    width: integer(),
    height: integer(),
    /** The SHA-256 of the content in hexadecimal. */
    digest: text(),
    /** In base64. */
    content: text(),
  },
  { of: "account", key: ["account"] },
)

export type KeyKind = "secret" | "publishable" | "restricted"

export const apiKeys = table(
  "api_keys",
  {
    id: id(),
    account: id(),
    kind: text<KeyKind>(),
    scopes: json<AccessScope[]>(),
    digest: text(),
    /** The version of its requests that name none. */
    version: text<Version>(),
    expires_at: seconds().nullable(),
    revoked_at: seconds().nullable(),
    created: seconds(),
    /** Real milliseconds, at most five minutes late. Null if the key was not used since Vintém records this. */
    last_used_ms: milliseconds().nullable(),
    name: text().nullable(),
    /** The visible beginning of the key. Null for keys that are older than this column, like the end. */
    prefix: text().nullable(),
    last4: text().nullable(),
  },
  { of: "account", key: ["account", "id"], uniqueOverAll: [["digest"]], references: { account: "accounts" } },
)

export type KeyRow = RowOf<typeof apiKeys>

/** The browser origins that may use an account's publishable keys. */
export const origins = table(
  "merchant_origins",
  { account: id(), origin: text(), created: seconds() },
  { of: "account", key: ["account", "origin"], references: { account: "accounts" } },
)

export type OriginRow = RowOf<typeof origins>

export type Document = { type: "cpf" | "cnpj"; number: string }

export type Address = {
  line1: string
  number: string | null
  line2: string | null
  district: string | null
  city: string
  state: string
  postal_code: string
  /** An ISO 3166-1 code. Defaults to BR. */
  country: string
}

/** The language in which a customer is written to. */
export type Locale = "pt-BR" | "en"

export const customers = table(
  "customers",
  {
    id: id(),
    account: id(),
    created: seconds(),
    email: text(),
    email_lower: text(),
    name: text().nullable(),
    phone: text().nullable(),
    document: json<Document>().nullable(),
    address: json<Address>().nullable(),
    locale: text<Locale>(),
    metadata: json<Metadata>(),
    /** The name as it is searched and sorted. Null until a name that an older process has written is folded. */
    name_folded: text().nullable(),
    /** The name whose terms are written. It differs from the name until that of an older process has its terms. */
    name_in_terms: text().nullable(),
    /** From when on a customer counts as unpaid whom the page of a payment link has made. Null: it is kept. */
    link_unpaid_since: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type CustomerRow = RowOf<typeof customers>

/** The refused cards of a key and the cards of a payer's address, counted in a window of time. */
export const cardTests = table(
  "card_tests",
  {
    /** A publishable key, or the keyed digest of an address. */
    source: text(),
    count: integer(),
    ends_at_ms: milliseconds(),
  },
  { of: "platform", key: ["source"] },
)
