import type { Bank } from "../bank.ts"
import { type Day, dayAt } from "../clock.ts"
import { centsOf } from "../money.ts"
import { refuse } from "../types.ts"
import { isLiving } from "./changes.ts"
import type { Mandate, MandateTerms } from "./types.ts"

export const INVALID = "RecOperacaoInvalida"
const PERIODICITIES = ["SEMANAL", "MENSAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"]
const POLICIES = ["NAO_PERMITE", "PERMITE_3R_7D"]

// biome-ignore lint/suspicious/noExplicitAny: without the contract, its shape was not checked.
type Body = any

/** The terms of a mandate that is made. */
export function termsOf(body: Body): MandateTerms {
  const { loc: _, ativacao: __, ...terms } = body ?? {}
  return terms
}

/** Throws a refusal unless a mandate may be made with these terms. */
export function checkNew(bank: Bank, cnpj: string, body: Body): void {
  const { valor = {}, vinculo, calendario, recebedor, politicaRetentativa } = body ?? {}
  const { convenios } = bank.options
  const isAmount = (text: unknown) => text === undefined || Boolean(centsOf(text))
  refuse(INVALID, [
    !(vinculo?.contrato && vinculo.devedor) && wrong("O objeto rec.vinculo não respeita o schema.", "rec.vinculo"),
    !PERIODICITIES.includes(calendario?.periodicidade) &&
      wrong("O campo rec.calendario.periodicidade não respeita o schema.", "rec.calendario.periodicidade"),
    !POLICIES.includes(politicaRetentativa) &&
      wrong("O campo rec.politicaRetentativa não respeita o schema.", "rec.politicaRetentativa"),
    !isAmount(valor.valorRec) && wrong("O campo rec.valor.valorRec não respeita o schema.", "rec.valor.valorRec"),
    !isAmount(valor.valorMinimoRecebedor) &&
      wrong("O campo rec.valor.valorMinimoRecebedor não respeita o schema.", "rec.valor.valorMinimoRecebedor"),
    valor.valorRec !== undefined &&
      valor.valorMinimoRecebedor !== undefined &&
      wrong("Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.", "rec.valor"),
    convenios !== null &&
      !convenios.includes(recebedor?.convenio) &&
      wrong("O valor do campo rec.recebedor.convenio não é aceito pelo PSP Recebedor.", "rec.recebedor.convenio"),
    ...datesWrong(calendario, bank.clock.today()),
    ...locationWrong(bank, cnpj, body?.loc),
  ])
}

/** Throws a refusal unless a mandate may be changed so. */
export function checkChange(bank: Bank, mandate: Mandate, body: Body): void {
  const { status, terms, created, loc } = mandate
  const { dataInicial } = body?.calendario ?? {}
  const isMade = status === "CRIADA"
  refuse(INVALID, [
    !isLiving(status) && wrong("A recorrência encontra-se expirada, cancelada ou rejeitada.", "rec.status"),
    ![undefined, "CANCELADA"].includes(body?.status) && wrong("O campo rec.status não respeita o schema.", "rec.status"),
  ])
  refuse(INVALID, [
    body?.loc !== undefined &&
      !isMade &&
      wrong("O campo rec.loc somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA.", "rec.loc"),
    dataInicial !== undefined &&
      !isMade && {
        razao: "O campo rec.calendario.dataInicial somente pode ser alterado quando a recorrência está CRIADA.",
        propriedade: "rec.calendario.dataInicial",
      },
    ...(dataInicial === undefined ? [] : datesWrong({ ...terms.calendario, dataInicial }, dayAt(created))),
    ...(body?.loc === loc ? [] : locationWrong(bank, mandate.cnpj, body?.loc)),
  ])
}

function datesWrong(calendar: Partial<MandateTerms["calendario"]> | undefined, created: Day) {
  const { dataInicial = "", dataFinal } = calendar ?? {}
  return [
    dataInicial < created && {
      razao: "O campo rec.calendario.dataInicial é anterior à data de criação da recorrência.",
      propriedade: "rec.calendario.dataInicial",
    },
    dataFinal !== undefined &&
      dataFinal < dataInicial && {
        razao: "O campo rec.calendario.dataFinal é anterior ao campo rec.calendario.dataInicial.",
        propriedade: "rec.calendario.dataFinal",
      },
  ]
}

function locationWrong({ mandates, mandateLocations }: Bank, cnpj: string, loc: unknown) {
  if (loc === undefined) return []
  const isOwn = mandateLocations.last(String(loc))?.cnpj === cnpj
  return [
    !isOwn && wrong("O location referenciado por rec.loc inexiste.", "rec.loc"),
    mandates.all().some((one) => one.loc === loc) &&
      wrong("O location referenciado por rec.loc já está sendo utilizado por outra recorrência.", "rec.loc"),
  ]
}

function wrong(razao: string, propriedade: string) {
  return { razao, propriedade }
}
