import type { Account } from "../accounts.ts"
import type { Bank } from "../bank.ts"
import { dayAt } from "../clock.ts"
import { centsOf } from "../money.ts"
import { refuse } from "../types.ts"
import type { DueCharge, DueTerms } from "./types.ts"

export const INVALID = "CobVOperacaoInvalida"
const DEFAULT_VALIDITY = 30

// biome-ignore lint/suspicious/noExplicitAny: without the contract, its shape was not checked.
type Body = any

/** The terms of a charge that is made or changed as a whole, or of whose members some are changed. */
export function termsOf(body: Body, before?: DueTerms): DueTerms {
  const { loc: _, status: __, calendario, valor, ...rest } = body ?? {}
  return {
    ...{ ...before, ...rest },
    calendario: { validadeAposVencimento: DEFAULT_VALIDITY, ...before?.calendario, ...calendario },
    valor: { ...before?.valor, ...valor },
  }
}

/** Throws a refusal unless a charge may have these terms. */
export function checkTerms(bank: Bank, account: Account, terms: DueTerms, body: Body, known?: DueCharge): void {
  const { calendario, devedor, valor, chave } = terms
  const created = dayAt(known?.created ?? bank.clock.now())
  const location = body?.loc?.id
  const key = "O campo cobv.chave corresponde a uma conta que não pertence a este usuário recebedor."
  refuse(INVALID, [
    !(calendario.dataDeVencimento >= created) &&
      wrong(
        "O campo cobv.calendario.dataDeVencimento é anterior à data de criação da cobrança.",
        "cobv.calendario.dataDeVencimento",
      ),
    !(calendario.validadeAposVencimento >= 0) &&
      wrong("O campo cobv.calendario.validadeAposVencimento é menor do que zero.", "cobv.calendario.validadeAposVencimento"),
    !devedor?.nome && wrong("O objeto cobv.devedor não respeita o schema.", "cobv.devedor"),
    !account.keys.has(chave) && wrong(key, "cobv.chave"),
    !centsOf(valor.original) && wrong("O campo cobv.valor.original apresenta o valor zero.", "cobv.valor.original"),
    location !== undefined &&
      location !== known?.loc.id &&
      wrong("O location referenciado por cobv.loc.id inexiste.", "cobv.loc.id"),
    ...deductionsWrong(terms),
  ])
}

function deductionsWrong({ valor, calendario }: DueTerms) {
  const { abatimento, desconto } = valor
  const original = centsOf(valor.original) ?? 0
  const isTooMuch = (text: string, isPercent: boolean) => (centsOf(text) ?? 0) >= (isPercent ? 10_000 : original)
  const { modalidade = 1, valorPerc, descontoDataFixa = [] } = desconto ?? {}
  const shares = [...descontoDataFixa.map((one) => one.valorPerc), ...(valorPerc === undefined ? [] : [valorPerc])]
  const isFixed = modalidade <= 2
  const place = "cobv.valor.desconto"
  return [
    abatimento &&
      isTooMuch(abatimento.valorPerc, abatimento.modalidade === 2) &&
      wrong(
        "O objeto cobv.valor.abatimento representa um valor maior ou igual ao valor da cobrança original.",
        "cobv.valor.abatimento",
      ),
    shares.some((text) => isTooMuch(text, [2, 5, 6].includes(modalidade))) &&
      wrong("O objeto cobv.valor.desconto apresenta algum elemento maior ou igual ao valor da cobrança original.", place),
    descontoDataFixa.some(({ data }) => data > calendario.dataDeVencimento) &&
      wrong("O objeto cobv.valor.desconto apresenta algum elemento cuja data seja posterior à data de vencimento.", place),
    desconto &&
      (isFixed
        ? descontoDataFixa.length === 0 || valorPerc !== undefined
        : descontoDataFixa.length > 0 || valorPerc === undefined) &&
      wrong(`O objeto cobv.valor.desconto não tem o que a modalidade ${modalidade} pede.`, place),
  ]
}

function wrong(razao: string, propriedade: string) {
  return { razao, propriedade }
}
