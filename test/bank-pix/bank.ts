import type { Account } from "./accounts.ts"
import type { Clock, TownHolidays } from "./clock.ts"
import type { DueCharge } from "./due/types.ts"
import type { Location } from "./locations.ts"
import type { Mandate, MandateLocation, MandateRequest } from "./mandates/types.ts"
import type { Misuse } from "./misuse.ts"
import type { Profile } from "./profiles.ts"
import type { Recurring } from "./recurring/types.ts"
import type { Shelf } from "./shelf.ts"
import type { Twist } from "./types.ts"

/** How the bank does what the contract leaves open. A test may change it at any time. */
export type Options = {
  /** A devolução that is asked for waits until a test settles it, or is settled in the answer. */
  refunds: "later" | "at once"
  /** Whether a Pix says which key was paid. */
  keyInPix: boolean
  /** The longest period of a list, in days. Banks have such limits, but do not publish them. */
  maxIntervalDays: number | null
  /** Holidays of towns, by codMun. */
  townHolidays: TownHolidays
  /** After how many milliseconds the payer's bank has taken a request, a charge under a mandate or a retry. Never by itself if it is null. */
  payerBankMs: number | null
  /** A mandate that is over is EXPIRADA at once, which is told, or when somebody reads it, which is not. */
  mandateExpiry: "at once" | "when read"
  /** In what the 2 days are counted that a charge under a mandate is sent before its settlement. */
  leadDays: "business" | "calendar"
  /** From which day the 7 days of retries are counted. */
  retriesFrom: "due date" | "settlement"
  /** Until which hour of the day before the first try a charge under a mandate may be canceled. 24: until the end of the day. */
  cancelUntilHour: number
  /** Contracts between merchant and bank, one of which a mandate has to name. Any or none if it is null. */
  convenios: string[] | null
  /** Whether the webhook of charges under mandates tells that their money goes back. */
  returnsToldToCobr: boolean
}

export const DEFAULTS: Options = {
  ...{ refunds: "later", keyInPix: true, maxIntervalDays: null, townHolidays: {} },
  ...{ payerBankMs: 60_000, mandateExpiry: "at once", leadDays: "business", retriesFrom: "due date", cancelUntilHour: 22 },
  ...{ convenios: null, returnsToldToCobr: false },
}

/** What the merchant says about a charge. */
export type Terms = {
  calendario: { expiracao: number }
  devedor?: { cpf?: string; cnpj?: string; nome: string }
  valor: { original: string; modalidadeAlteracao?: number; retirada?: object }
  chave: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
}

export type ChargeStatus = "ATIVA" | "CONCLUIDA" | "REMOVIDA_PELO_USUARIO_RECEBEDOR" | "REMOVIDA_PELO_PSP"

/** An immediate charge. `revisions` has its terms, the newest last. `pix` are end-to-end ids of payments that it shows. Times are milliseconds. */
export type Charge = {
  cnpj: string
  txid: string
  created: number
  revisions: Terms[]
  status: ChargeStatus
  loc: Location
  pix: string[]
}

/** Money that goes back. `by`: the API, the bank's app, or the special return mechanism (MED). */
export type Return = {
  id: string
  rtrId: string
  cents: number
  nature?: string
  description?: string
  asked: number
  settled?: number
  status: "EM_PROCESSAMENTO" | "DEVOLVIDO" | "NAO_REALIZADO"
  reason?: string
  by: "api" | "app" | "med"
}

/** A payment that was received. What was taken under a mandate has no key. `components`: of what a charge with a due date is made, in cents. */
export type Pix = {
  cnpj: string
  e2eid: string
  txid?: string
  cents: number
  components?: Record<string, number>
  key?: string
  at: number
  payer: { cpf?: string; cnpj?: string }
  info?: string
  returns: Return[]
}

/** Where the merchant wants to be told about a key, about mandates, or about recurring charges. */
export type Hook = { cnpj: string; kind: "pix" | "rec" | "cobr"; key?: string; url: string; created: number }

/** What all operations and acts work with. */
export type Bank = {
  readonly profile: Profile
  readonly options: Options
  readonly clock: Clock
  readonly misuse: Misuse
  readonly accounts: Account[]
  /** By CNPJ and txid. */
  readonly charges: Shelf<Charge>
  /** Charges with a due date, by CNPJ and txid. */
  readonly due: Shelf<DueCharge>
  /** By end-to-end id. */
  readonly pix: Shelf<Pix>
  /** By `hookKey`. */
  readonly hooks: Map<string, Hook>
  /** By idRec. */
  readonly mandates: Shelf<Mandate>
  /** By the location's id. */
  readonly mandateLocations: Shelf<MandateLocation>
  /** By idSolicRec. */
  readonly mandateRequests: Shelf<MandateRequest>
  /** Charges under mandates, by CNPJ and txid. */
  readonly recurring: Shelf<Recurring>
  /** What payers of mandates have, in cents, by idRec. Who is not there has enough. */
  readonly purses: Map<string, number>
  newLocation(folder?: string): Location
  /** Tells the merchant, if he wants to be told. `item` is what the webhook's list has. */
  notify(hook: string, item: object): void
  /** Tries an address before it is set. Returns why it is not taken, or nothing. */
  probe(url: string): Promise<string | undefined>
}

/** A call of the API, with all that was checked before. */
export type Call = {
  account: Account
  params: Record<string, string>
  query: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the contract has checked its shape. Without the contract, rules look for themselves.
  body: any
  headers: Record<string, string | string[] | undefined>
  twist: Twist
}

export function idOf(cnpj: string, id: string): string {
  return `${cnpj} ${id}`
}

export function hookKey(kind: Hook["kind"], of: string): string {
  return `${kind} ${of}`
}

/** When what a call writes is seen by those who read. */
export function seenFrom({ clock }: Bank, { twist }: Call): number {
  return clock.now() + (twist.unseenMs ?? 0)
}
