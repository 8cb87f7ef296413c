// A mandate (recorrência, rec) as the bank shows it.
import type { MandatePeriod, MandateStatus } from "../mandates.ts"
import { objectOf } from "../wire/json.ts"
import { NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { ask } from "./failures.ts"
import { type Listing, listAll, type Period } from "./list.ts"
import { centsOf, must, textOf } from "./wire.ts"

export type BankMandate = {
  id: string
  contract: string | undefined
  status: string
  /** What the payer agrees to. A bank that does not say it does not contradict. */
  cents: number | undefined
  period: string | undefined
  firstDay: string | undefined
  policy: string | undefined
  /** The immediate charge that is paid by the same code. */
  txid: string | undefined
  /** Where the payer's bank reads the mandate, without scheme. */
  location: string | undefined
  /** The code, where it was asked for. Not all banks make it. */
  code: string | undefined
}

export const PERIODS: Readonly<Record<MandatePeriod, string>> = {
  weekly: "SEMANAL",
  monthly: "MENSAL",
  quarterly: "TRIMESTRAL",
  semiannual: "SEMESTRAL",
  annual: "ANUAL",
}

/** At most three retries within seven days of the due date. */
export const RETRIES = "PERMITE_3R_7D"

const STATUSES: Partial<Record<string, MandateStatus>> = {
  CRIADA: "pending",
  APROVADA: "active",
  REJEITADA: "rejected",
  CANCELADA: "canceled",
  EXPIRADA: "expired",
}

const ID = /^[a-zA-Z0-9]{29}$/

export function isMandateId(id: string): boolean {
  return ID.test(id)
}

/** Throws NoAnswer for what is no mandate. */
export function readMandate(value: unknown, call: string): BankMandate {
  const { idRec, status, vinculo, calendario, valor, politicaRetentativa, ativacao, loc, dadosQR } = objectOf(value)
  const { dataInicial, periodicidade } = objectOf(calendario)
  const id = textOf(idRec)
  return {
    id: must(id !== undefined && isMandateId(id) ? id : undefined, call, "idRec"),
    contract: textOf(objectOf(vinculo).contrato),
    status: must(textOf(status), call, "status"),
    cents: centsOf(objectOf(valor).valorRec),
    period: textOf(periodicidade),
    firstDay: textOf(dataInicial),
    policy: textOf(politicaRetentativa),
    txid: textOf(objectOf(objectOf(ativacao).dadosJornada).txid),
    location: textOf(objectOf(loc).location),
    code: textOf(objectOf(dadosQR).pixCopiaECola),
  }
}

/** Throws NoAnswer for an unknown status. */
export function statusOf({ id, status }: BankMandate): MandateStatus {
  const known = STATUSES[status]
  if (!known) throw new NoAnswer(`the mandate ${id} has a status that is not known`)
  return known
}

/** Whether a payer can agree to it, or has agreed. */
export function isLiving(mandate: BankMandate): boolean {
  const status = statusOf(mandate)
  return status === "pending" || status === "active"
}

/** A mandate by the bank's id, with the code of it and of a charge. Undefined if there is none. Throws if the bank gives no answer. */
export async function findMandate(
  account: Account,
  { id, txid }: { id: string; txid?: string | undefined },
  signal: AbortSignal,
): Promise<BankMandate | undefined> {
  const query = txid === undefined ? {} : { query: { txid } }
  const answer = await ask(account, { method: "GET", path: `/rec/${id}`, ...query }, signal)
  const mandate = answer && readMandate(answer.body, answer.call)
  if (mandate && mandate.id !== id) throw new NoAnswer(`${answer.call}: the mandate is another one`)
  return mandate
}

const LIST: Listing<BankMandate> = { path: "/rec", member: "recs", read: readMandate, idOf: ({ id }) => id }

/** The mandates that were made for a contract in a period. The bank knows them by their debtor and their time only. */
export async function listMandates(
  account: Account,
  { contract, debtor, period }: { contract: string; debtor: Record<string, string>; period: Period },
  signal: AbortSignal,
): Promise<BankMandate[]> {
  const all = await listAll(account, LIST, { period, filters: debtor }, signal)
  return all.filter((one) => one.contract === contract)
}
