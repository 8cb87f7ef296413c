import type { Day } from "../clock.ts"
import type { Location } from "../locations.ts"

type Rate = { modalidade: number; valorPerc: string }

/** What the merchant says about a charge with a due date. */
export type DueTerms = {
  calendario: { dataDeVencimento: Day; validadeAposVencimento: number }
  devedor: { cpf?: string; cnpj?: string; nome: string }
  valor: {
    original: string
    multa?: Rate
    juros?: Rate
    abatimento?: Rate
    desconto?: { modalidade: number; valorPerc?: string; descontoDataFixa?: { data: Day; valorPerc: string }[] }
  }
  chave: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
}

/** A charge with a due date (cobv). As with immediate ones, `revisions` has its terms, the newest last. */
export type DueCharge = {
  cnpj: string
  txid: string
  created: number
  revisions: DueTerms[]
  status: "ATIVA" | "CONCLUIDA" | "REMOVIDA_PELO_USUARIO_RECEBEDOR"
  loc: Location
  pix: string[]
}
