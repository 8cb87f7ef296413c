import type { Day } from "../clock.ts"
import type { Closing, Step } from "../mandates/types.ts"

export type RecurringStatus = "CRIADA" | "ATIVA" | "CONCLUIDA" | "EXPIRADA" | "REJEITADA" | "CANCELADA"
export type AttemptStatus = "SOLICITADA" | "AGENDADA" | "PAGA" | "CANCELADA" | "REJEITADA" | "EXPIRADA"

/**
 * A try to take the money of a charge on a day: the scheduled one (AGND), a retry on another day (NTAG), or one that is sent again on the same
 * day after a failure of the banks (RIFL). `tried`: how often the payer's bank has tried on that day.
 */
export type Attempt = {
  day: Day
  kind: "AGND" | "NTAG" | "RIFL"
  e2eid: string
  status: AttemptStatus
  history: Step<AttemptStatus>[]
  tried: number
  rejection?: { codigo: string; descricao: string }
}

/** What the merchant says about a charge under a mandate. */
export type RecurringTerms = {
  infoAdicional?: string
  calendario: { dataDeVencimento: Day }
  valor: { original: string }
  ajusteDiaUtil: boolean
  recebedor: { agencia?: string; conta: string; tipoConta: string }
  devedor?: object
}

/** One charge under a mandate (cobr). `settlesOn` is the day of its first try. `pix` are end-to-end ids. */
export type Recurring = {
  cnpj: string
  txid: string
  idRec: string
  created: number
  terms: RecurringTerms
  settlesOn: Day
  status: RecurringStatus
  history: Step<RecurringStatus>[]
  attempts: Attempt[]
  pix: string[]
  closing?: Closing
}
