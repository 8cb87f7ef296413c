// What differs at real banks (docs/acquirers.md#pix-at-the-merchants-own-bank). None of it was tried there.

/** How a bank is called. Addresses have no trailing slash. */
export type Profile = {
  /** What is not known of an unnamed bank: an operator sets it (BANK_PIX_URL, BANK_PIX_TOKEN_URL). */
  tokenUrl?: string
  /** What comes before `/cob`, `/pix` and `/webhook`. */
  baseUrl?: string
  /** What comes before `/rec`, `/locrec` and `/webhookrec`. Left out if it is the same. */
  mandatesUrl?: string
  /** What comes before `/cobr` and `/webhookcobr`. Left out if it is the same. */
  mandateChargesUrl?: string
  token: {
    /** Where the client's secret goes: HTTP Basic, the body, or nowhere, because the certificate is enough. */
    secret: "basic" | "body" | "none"
    body: "form" | "json"
    /** What the address of the tokens ends with. */
    query?: string
  }
  /** A header of each call: a GUID of its own, or the client id. */
  header?: { name: string; value: "guid" | "client_id" }
  /** Whether each call has the application's key in its query. */
  hasAppKey?: true
  /** A header with which the bank does not try whether our address demands its certificate, as behind a proxy that does not. */
  skipsProbe?: { name: string; value: string }
}

const FORM = { secret: "basic", body: "form" } as const

export const PROFILES = {
  efi: {
    tokenUrl: "https://pix.api.efipay.com.br/oauth/token",
    baseUrl: "https://pix.api.efipay.com.br/v2",
    token: { secret: "basic", body: "json" },
    skipsProbe: { name: "x-skip-mtls-checking", value: "true" },
  },
  itau: {
    tokenUrl: "https://sts.itau.com.br/api/oauth/token",
    baseUrl: "https://secure.api.itau/pix_recebimentos/v2",
    mandatesUrl: "https://pixautomatico-recebimentos.api.itau.com/pixautomatico/v1",
    mandateChargesUrl: "https://recebimentos-pix.api.itau.com/qrcode-pix-automatico/v1",
    token: { secret: "body", body: "form" },
    header: { name: "x-correlationID", value: "guid" },
  },
  bb: {
    tokenUrl: "https://oauth.bb.com.br/oauth/token",
    baseUrl: "https://api-pix.bb.com.br/pix/v2",
    token: FORM,
    hasAppKey: true,
  },
  bradesco: {
    tokenUrl: "https://qrpix.bradesco.com.br/auth/server/oauth/token",
    baseUrl: "https://qrpix.bradesco.com.br/v2",
    mandatesUrl: "https://apipix.bradesco.com.br/v1",
    mandateChargesUrl: "https://apipix.bradesco.com.br/v1",
    token: FORM,
  },
  santander: {
    tokenUrl: "https://trust-pix.santander.com.br/oauth/token",
    baseUrl: "https://trust-pix.santander.com.br/api/v1",
    mandatesUrl: "https://trust-pix.santander.com.br/api/v2",
    mandateChargesUrl: "https://trust-pix.santander.com.br/api/v2",
    token: { secret: "body", body: "form", query: "grant_type=client_credentials" },
  },
  sicredi: {
    tokenUrl: "https://api-pix.sicredi.com.br/oauth/token",
    baseUrl: "https://api-pix.sicredi.com.br/api/v2",
    token: FORM,
  },
  inter: {
    tokenUrl: "https://cdpj.partners.bancointer.com.br/oauth/v2/token",
    baseUrl: "https://cdpj.partners.bancointer.com.br/pix/v2",
    token: { secret: "body", body: "form" },
  },
  sicoob: {
    tokenUrl: "https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token",
    baseUrl: "https://api.sicoob.com.br/pix/api/v2",
    token: { secret: "none", body: "form" },
    header: { name: "client_id", value: "client_id" },
  },
  cielo: {
    // Cielo names the address of the tokens in its portal.
    baseUrl: "https://api-mtls.cielo.com.br/cielo-pix/v1",
    token: FORM,
  },
  other: { token: FORM },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof PROFILES
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[]
