import type { Account } from "../accounts.ts"
import type { Bank } from "../bank.ts"
import { type Day, hourAt, plusDays } from "../clock.ts"
import type { Mandate } from "../mandates/types.ts"
import { centsOf } from "../money.ts"
import { refuse } from "../types.ts"
import { cycleOf, EARLIEST_DAYS, isInWindow, LATEST_DAYS } from "./calendar.ts"
import { isOpen, lastRetryDay, MOST_RETRIES, openAttempt, retriesOf } from "./changes.ts"
import type { Recurring, RecurringTerms } from "./types.ts"

export const INVALID = "CobROperacaoInvalida"
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DUE = "cobr.calendario.dataDeVencimento"

/** Throws a refusal unless a charge under a mandate has what it needs. */
export function checkTerms(account: Account, mandate: Mandate, terms: RecurringTerms): void {
  const { agencia, conta, tipoConta } = terms.recebedor ?? {}
  const { number } = account
  const fixed = mandate.terms.valor?.valorRec
  const cents = centsOf(terms.valor?.original)
  refuse(INVALID, [
    !DAY.test(terms.calendario?.dataDeVencimento ?? "") &&
      wrong("O objeto cobr.calendario não respeita o schema.", "cobr.calendario"),
    !cents && wrong("O campo cobr.valor não respeita o schema.", "cobr.valor.original"),
    (conta !== number.conta || tipoConta !== number.tipoConta || (agencia ?? number.agencia) !== number.agencia) && {
      razao:
        "Os campos cobr.recebedor.conta e cobr.recebedor.agencia correspondem a uma conta que não pertence a este usuário recebedor.",
      propriedade: "cobr.recebedor",
    },
    mandate.status !== "APROVADA" && wrong("A recorrência não está APROVADA.", "cobr.idRec"),
    fixed !== undefined &&
      cents !== centsOf(fixed) &&
      wrong("O campo cobr.valor difere de rec.valor.valorRec.", "cobr.valor.original"),
  ])
}

/** Throws a refusal unless a charge may be due on its day: not in the past, in the mandate's time, alone in its cycle, and not sent too late or early. */
export function checkDueDate(bank: Bank, mandate: Mandate, terms: RecurringTerms, settlesOn: Day): void {
  const { dataDeVencimento: dueDate } = terms.calendario
  const { dataFinal } = mandate.terms.calendario
  const today = bank.clock.today()
  const cycle = cycleOf(mandate.terms.calendario, dueDate)
  refuse(INVALID, [dueDate < today && wrong(`O campo ${DUE} é anterior à data de criação da cobrança.`, DUE)])
  refuse(INVALID, [
    (!cycle || (dataFinal !== undefined && dueDate > dataFinal)) &&
      wrong(`O campo ${DUE} está fora da vigência da recorrência.`, DUE),
    cycle !== undefined &&
      livingIn(bank, mandate, cycle) && {
        razao: `Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao mesmo cobr.idRec com ${DUE} no mesmo ciclo.`,
        propriedade: DUE,
      },
    !isInWindow(today, settlesOn, bank.options.leadDays) &&
      wrong(`A cobrança deve ser enviada de ${EARLIEST_DAYS} a ${LATEST_DAYS} dias antes da data prevista de liquidação.`, DUE),
  ])
}

function livingIn({ recurring }: Bank, { idRec }: Mandate, { from, next }: { from: Day; next: Day }): boolean {
  return recurring.all().some(({ status, terms, ...one }) => {
    const { dataDeVencimento } = terms.calendario
    const isLiving = status !== "REJEITADA" && status !== "CANCELADA"
    return one.idRec === idRec && isLiving && dataDeVencimento >= from && dataDeVencimento < next
  })
}

/** Throws a refusal unless the merchant may still cancel a charge: until an hour of the day before its first try. */
export function checkCancel({ clock, options }: Bank, charge: Recurring): void {
  const eve = plusDays(charge.settlesOn, -1)
  const today = clock.today()
  refuse(INVALID, [!isOpen(charge) && wrong(`A cobrança está ${charge.status}.`, "cobr.status")])
  refuse(INVALID, [
    (today > eve || (today === eve && hourAt(clock.now()) >= options.cancelUntilHour)) && {
      razao:
        "Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista da primeira tentativa de liquidação.",
      propriedade: "cobr.status",
    },
  ])
}

/** Throws a refusal unless a charge may be tried again on a day. */
export function checkRetry(bank: Bank, charge: Recurring, day: Day): void {
  const { politicaRetentativa } = bank.mandates.last(charge.idRec)!.terms
  const isOwnDay = charge.attempts.some((one) => one.day === day)
  refuse(INVALID, [
    politicaRetentativa !== "PERMITE_3R_7D" &&
      wrong("A política configurada na recorrência não permite retentativa de cobrança.", "politicaRetentativa"),
    charge.status !== "ATIVA" && wrong(`A cobrança está ${charge.status}.`, "cobr.status"),
    openAttempt(charge) !== undefined && wrong("Existe uma tentativa com status SOLICITADA ou AGENDADA.", "tentativas"),
    isOwnDay && wrong("Existe uma tentativa vigente para a data informada.", "data"),
    !(DAY.test(day) && day > bank.clock.today()) && wrong("O parâmetro data não corresponde a uma data futura.", "data"),
    day > lastRetryDay(bank, charge) && wrong("O parâmetro data excede o prazo de retentativas do ciclo.", "data"),
    retriesOf(charge).length >= MOST_RETRIES && wrong(`A cobrança já teve ${MOST_RETRIES} retentativas.`, "tentativas"),
  ])
}

function wrong(razao: string, propriedade: string) {
  return { razao, propriedade }
}
