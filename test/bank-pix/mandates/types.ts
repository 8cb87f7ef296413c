import type { Day } from "../clock.ts"

/** A status that something has had since a time in milliseconds. */
export type Step<S extends string> = { status: S; at: number }

export type MandateStatus = "CRIADA" | "APROVADA" | "REJEITADA" | "EXPIRADA" | "CANCELADA"

/** How the payer has agreed: 1 by a request to his account, 2 by a code, 3 with an immediate charge, 4 with another charge or without any. */
export type Journey = "JORNADA_1" | "JORNADA_2" | "JORNADA_3" | "JORNADA_4"

export type Canceler = "PSP_PAGADOR" | "USUARIO_PAGADOR" | "PSP_RECEBEDOR" | "USUARIO_RECEBEDOR"

type Reason = { codigo: string; descricao: string }

/** Why something has ended without success. */
export type Closing = { rejeicao: Reason } | { cancelamento: Reason & { solicitante: Canceler } }

/** What the merchant says about a mandate. */
export type MandateTerms = {
  vinculo: { contrato: string; objeto?: string; devedor: { cpf?: string; cnpj?: string; nome: string } }
  calendario: { dataInicial: Day; dataFinal?: Day; periodicidade: "SEMANAL" | "MENSAL" | "TRIMESTRAL" | "SEMESTRAL" | "ANUAL" }
  valor?: { valorRec?: string; valorMinimoRecebedor?: string }
  politicaRetentativa: "NAO_PERMITE" | "PERMITE_3R_7D"
  recebedor?: { convenio?: string }
}

/** Who has agreed, at which bank. `town` is the code of his town (codMun): its holidays count. */
export type Payer = { cpf?: string; cnpj?: string; ispb: string; town?: string }

/**
 * A mandate (rec): what a payer has agreed to pay again and again. `txid` is of the immediate charge of journey 3. `maximum` is cents: charges
 * above it are not paid, and the merchant is never told it.
 */
export type Mandate = {
  cnpj: string
  idRec: string
  created: number
  terms: MandateTerms
  status: MandateStatus
  history: Step<MandateStatus>[]
  loc?: number
  journey?: Journey
  txid?: string
  payer?: Payer
  maximum?: number
  closing?: Closing
}

/** An address that serves a mandate to payers' banks. */
export type MandateLocation = { cnpj: string; id: number; location: string; created: number }

export type RequestStatus = "CRIADA" | "ENVIADA" | "RECEBIDA" | "REJEITADA" | "ACEITA" | "EXPIRADA" | "CANCELADA"

/**
 * A request to a payer's account to agree to a mandate (solicrec): journey 1. `asked` is when the merchant wants it to end, `expires` when the
 * payer's bank ends it.
 */
export type MandateRequest = {
  cnpj: string
  id: string
  idRec: string
  created: number
  asked: number
  expires: number
  destination: { ispbParticipante: string; conta: string; agencia?: string; cpf?: string; cnpj?: string }
  status: RequestStatus
  history: Step<RequestStatus>[]
}
