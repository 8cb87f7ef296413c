// The port of 3-D Secure: the payer is authenticated before the sale is sent.
import type { Address, Document } from "../accounts/tables.ts"
import type { OpenCard } from "../vault/cards.ts"

/** `document` and `address` are known if the payment method needs them. */
export type Payer = { name: string; document: Document | null; email: string; address: Address | null }

/**
 * Whether the payer is authenticated by 3DS. `automatic`: if the issuer asks for it. `any`: always. `never`: the card is refused if its issuer
 * asks for it.
 */
export type ThreeDSecureRequest = "automatic" | "any" | "never"

/** What came of 3DS (openapi.yaml, ThreeDSecure). */
export type ThreeDSecure = {
  result: "authenticated" | "attempted" | "data_only" | "failed" | "not_enrolled" | "unavailable"
  /** The indicator that the card network gave. */
  eci: string | null
  /** That of the protocol. */
  version: string | null
  /** Whether the issuer bears the loss of a fraud. */
  liability_shifted: boolean
}

/** What the payer's browser says about itself. The issuer weighs it. It proves nothing. */
export type PayerBrowser = {
  user_agent: string
  language: string
  screen_width: number
  screen_height: number
  color_depth: number
  /** In minutes, as JavaScript's getTimezoneOffset. */
  time_zone_offset: number
  java_enabled: boolean
  /** The address from which the payer's requests come. */
  ip: string
}

/** The sale whose payer is authenticated. The sale is sent with the same reference, amount and card, or not at all. */
export type AuthenticationOrder = {
  reference: string
  /** In cents. */
  amount: number
  currency: string
}

/** A session in which a payer is authenticated. It serves one order. */
export type AuthenticationSession = {
  /** The acquirer's id of the session. */
  id: string
  /** Opens the session. It never leaves this service, and is stored sealed. */
  secret: string
  /** What the script in the payer's browser needs. It may be shown to the payer. */
  browser_token: string
}

/** A session that goes on. The browser keeps its own part of it. */
export type OpenSession = Omit<AuthenticationSession, "browser_token">

/** Who is authenticated, and with which card. The card is in clear. It goes to the acquirer and nowhere else. */
export type AuthenticationRequest = AuthenticationOrder & {
  card: OpenCard
  /** `phone` is in E.164 format. The address is in Brazil. */
  payer: Payer & { phone: string; address: Address }
  browser: PayerBrowser
  /** Only tells the issuer about the sale. The payer is never challenged, and the issuer does not bear the loss of a fraud. */
  data_only: boolean
}

/** What a sale carries of its authentication, as the acquirer has given it. It is stored sealed. */
export type AuthenticationProof = {
  session: string
  cavv: string | null
  xid: string | null
  eci: string | null
  version: string | null
  data_only: boolean
}

/** What a sale brings whose payer is led to the issuer's page in the sale (`Acquirer.finishRedirect`). It is stored sealed. */
export type PayerVisit = {
  browser: PayerBrowser
  /** The page of ours to which the payer comes back. */
  return_url: string
}

/** Where the issuer asks the payer. Whoever has it may answer in the payer's place, so it is stored sealed, and shown to nobody else. */
export type PayerRedirect = {
  method: "GET" | "POST"
  url: string
  /** The fields of the form, if it is a form. */
  data: Readonly<Record<string, string>>
}

/** A payer who has come back. `result` is what the browser has brought: it proves nothing, and the acquirer reads it once. */
export type PayerReturn = { account: string; reference: string; result: string }

/** What came of a step of an authentication. If a call throws, the outcome is unknown, and the session is of no more use. */
export type AuthenticationAnswer =
  /** The issuer asks the payer. The browser's script shows the issuer's page. */
  | { result: "challenge"; acs_url: string; payload: string; transaction_id: string }
  /** The authentication is over. A sale may follow with `proof`. */
  | { result: "decided"; three_d_secure: ThreeDSecure; proof: AuthenticationProof }
  /** The acquirer does not authenticate now. Nothing was charged, and a new session may be begun. `refused`: see `SaleOutcome`. */
  | { result: "unavailable"; refused?: boolean }

/** What the page on which a payer is authenticated needs of an acquirer. */
export type AuthenticationScript = {
  /** The URLs of the scripts, in their order. */
  scripts: readonly string[]
  /** The environment, in the terms of the script. */
  environment: string
  /** The sources that the page's Content-Security-Policy allows for them, by directive. */
  sources: Readonly<
    Record<"script-src" | "connect-src" | "frame-src" | "form-action" | "style-src" | "img-src", readonly string[]>
  >
}

/** 3DS of an acquirer whose payers Vintém leads through it, before the sale. No call charges anything. */
export type Authenticator = {
  readonly script: AuthenticationScript
  begin(
    order: AuthenticationOrder,
    signal: AbortSignal,
  ): Promise<AuthenticationSession | { result: "unavailable"; refused?: boolean }>
  enroll(session: OpenSession, request: AuthenticationRequest, signal: AbortSignal): Promise<AuthenticationAnswer>
  /** After a challenge, once. The answer is never another challenge. */
  validate(
    session: OpenSession,
    request: Pick<AuthenticationRequest, "reference" | "amount" | "currency" | "card"> & { transaction_id: string },
    signal: AbortSignal,
  ): Promise<AuthenticationAnswer>
}

/** The credentials of an account for 3-D Secure, where it has its own. The secret is in clear. It goes to the acquirer and nowhere else. */
export type MpiCredentials = {
  client_id: string
  client_secret: string
  /** The merchant's number at the acquirer. */
  establishment_code: string
  /** The merchant's name, as the payer's bank shows it. */
  merchant_name: string
  /** The code of what the merchant sells. */
  mcc: string
  /** The merchant's number at American Express. */
  amex_code?: string
}
