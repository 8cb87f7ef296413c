// What differs at real banks. None of it was tried there. Where a bank's document is silent, it does as the standard says.
import type { Journey } from "./mandates/types.ts"

/** How a bank differs from the contract, and in what the contract leaves open. */
export type Profile = {
  token: {
    path: string
    /** Where the client's secret comes: by HTTP Basic, in the body, either of both, or never. */
    secret: "basic" | "body" | "either" | "none"
    body: "form" | "json" | "either"
    /** What the address of the token has to have as its query. */
    query?: string
    seconds: number
  }
  /** What comes before `/cob`, `/pix` and `/webhook`. */
  base: string
  /** What comes before the paths of PIX Automático: of its charges (`cobr`), and of all others. Their webhook has both. */
  automatic: { rec: string; cobr: string }
  /** Headers of each call. */
  headers: { name: string; value: "a GUID" | "the client_id" }[]
  /** Each call has one of these parameters. */
  query: string[]
  /** The status of a repeated PUT of a charge that is ATIVA, with the same content and with another one. */
  repeatedCharge: { same: 200 | 201 | 409; other: 200 | 201 | 409 }
  /** What a repeated PUT of a charge under a mandate gets, with the same content. With another one it is refused. */
  repeatedRecurring: 201 | 400 | 409
  /** The status of a request to agree to a mandate that is canceled. The contract says 201. */
  revisedRequest: 200 | 201
  /** Whether it has charges with a due date. */
  due: boolean
  /** How payers may agree to mandates. */
  journeys: readonly Journey[]
  /** What a repeated PUT of a devolução gets: the first answer again, or a status. */
  repeatedRefund: "same" | 400 | 409
  /** The shape of refusals: RFC 7807, or Efí's `{nome, mensagem}`. */
  errors: "problem" | "efi"
  /** The shape of status 500 and the like. */
  failures: "problem" | "soap"
  /** A 404 has the resource's own name (`CobNaoEncontrado`), or the general one. */
  notFound: "own" | "general"
  /** Seconds that a charge lives if it does not say so. */
  expiry: number
  /** Whether charges are answered with `pixCopiaECola`. */
  code: boolean
  webhook: {
    /** Whether `/pix` is appended to the address. */
    path: "append" | "as is" | "append unless query"
    /** Whether the address is tried when it is set: first without a certificate, which must be turned away. */
    probe: boolean
    /** After how many minutes a call that failed is made again. */
    retryMinutes: number[]
  }
}

const STANDARD: Profile = {
  token: { path: "/oauth/token", secret: "either", body: "either", seconds: 3600 },
  base: "/api/v2",
  automatic: { rec: "/api/v2", cobr: "/api/v2" },
  headers: [],
  query: [],
  repeatedCharge: { same: 201, other: 201 },
  ...{ repeatedRecurring: 400, revisedRequest: 201, journeys: ["JORNADA_1", "JORNADA_2", "JORNADA_3", "JORNADA_4"] },
  ...{ due: true, repeatedRefund: "same" },
  errors: "problem",
  failures: "problem",
  notFound: "own",
  expiry: 86_400,
  code: true,
  webhook: { path: "append", probe: false, retryMinutes: [] },
}

export const PROFILES = {
  standard: STANDARD,
  efi: {
    ...STANDARD,
    token: { path: "/oauth/token", secret: "basic", body: "json", seconds: 3600 },
    ...{ base: "/v2", automatic: { rec: "/v2", cobr: "/v2" } },
    repeatedCharge: { same: 409, other: 409 },
    repeatedRecurring: 409,
    repeatedRefund: 409,
    errors: "efi",
    webhook: {
      path: "append unless query",
      probe: true,
      retryMinutes: [5, 10, 20, 40, 80, 160, 320, 640, 1280, 52560],
    },
  },
  itau: {
    ...STANDARD,
    token: { path: "/api/oauth/token", secret: "body", body: "form", seconds: 300 },
    base: "/pix_recebimentos/v2",
    automatic: { rec: "/pixautomatico/v1", cobr: "/qrcode-pix-automatico/v1" },
    headers: [{ name: "x-correlationid", value: "a GUID" }],
  },
  bb: {
    ...STANDARD,
    token: { path: "/oauth/token", secret: "basic", body: "form", seconds: 600 },
    ...{ base: "/pix/v2", automatic: { rec: "/pix/v2", cobr: "/pix/v2" } },
    query: ["gw-dev-app-key", "gw-app-key"],
    repeatedRefund: 400,
    revisedRequest: 200,
    notFound: "general",
  },
  bradesco: {
    ...STANDARD,
    token: { path: "/auth/server/oauth/token", secret: "either", body: "form", seconds: 3600 },
    ...{ base: "/v2", automatic: { rec: "/v1", cobr: "/v1" } },
    failures: "soap",
  },
  santander: {
    ...STANDARD,
    token: { path: "/oauth/token", secret: "body", body: "form", query: "grant_type=client_credentials", seconds: 300 },
    ...{ base: "/api/v1", automatic: { rec: "/api/v2", cobr: "/api/v2" } },
    code: false,
  },
  sicredi: {
    ...STANDARD,
    token: { path: "/oauth/token", secret: "basic", body: "form", seconds: 3600 },
    repeatedCharge: { same: 200, other: 200 },
  },
  inter: {
    ...STANDARD,
    token: { path: "/oauth/v2/token", secret: "body", body: "form", seconds: 3600 },
    ...{ base: "/pix/v2", automatic: { rec: "/pix/v2", cobr: "/pix/v2" } },
    repeatedRecurring: 201,
    webhook: { path: "as is", probe: false, retryMinutes: [] },
  },
  sicoob: {
    ...STANDARD,
    token: {
      path: "/auth/realms/cooperado/protocol/openid-connect/token",
      ...{ secret: "none", body: "form", seconds: 300 },
    },
    ...{ base: "/pix/api/v2", automatic: { rec: "/pix/api/v2", cobr: "/pix/api/v2" } },
    headers: [{ name: "client_id", value: "the client_id" }],
  },
  cielo: {
    ...STANDARD,
    ...{ base: "/cielo-pix/v1", automatic: { rec: "/cielo-pix/v1", cobr: "/cielo-pix/v1" } },
    ...{ expiry: 42_300, due: false },
    journeys: ["JORNADA_1", "JORNADA_2", "JORNADA_3"],
  },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof PROFILES
