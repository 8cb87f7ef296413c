// A charge under a mandate (cobrança recorrente, cobr) as the bank shows it.

import { objectOf } from "../wire/json.ts"
import { NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { ask } from "./failures.ts"
import { listPix } from "./list.ts"
import { RETRIES } from "./mandate.ts"
import { byTime, type Pix, readPix } from "./pix.ts"
import { centsOf, listOf, millisOf, must, textOf } from "./wire.ts"

/** One try to take the money, on an ISO date in Brasília. */
export type Try = {
  day: string
  /** AGND: the first one. NTAG: a retry on another day. RIFL: the same try again, on the same day, after a failure of the banks. */
  kind: string
  status: string
  e2eid: string | undefined
  /** Why it was rejected: a code of Banco Central's catalogue. */
  reason: string | undefined
}

export type Recurring = {
  txid: string
  mandate: string
  status: string
  cents: number
  day: string
  /** Milliseconds, before the charge was made: the bank says the day. */
  created: number
  mayRetry: boolean
  tries: Try[]
  pix: Pix[]
  /** Why it has ended. */
  reason: string | undefined
}

/** Unlike that of other charges, because banks do not promise that the two have txids of their own. */
const PREFIX = "vrecur"
const OWN = /^vrecur([a-zA-Z0-9]{20})$/

export function recurringTxidOf(reference: string): string {
  return PREFIX + reference
}

/** The reference of the charge in a txid. Undefined for a txid that is not of ours. */
export function recurringReferenceOf(txid: string | undefined): string | undefined {
  return OWN.exec(txid ?? "")?.[1]
}

export function isRecurringTxid(charge: string): boolean {
  return OWN.test(charge)
}

/** Throws NoAnswer for what is no charge under a mandate. */
export function readRecurring(value: unknown, call: string): Recurring {
  const { txid, idRec, status, valor, calendario, politicaRetentativa, tentativas, pix, encerramento } = objectOf(value)
  const { criacao, dataDeVencimento } = objectOf(calendario)
  const { rejeicao, cancelamento } = objectOf(encerramento)
  const mandate = must(textOf(idRec), call, "idRec")
  const policy = textOf(politicaRetentativa)
  return {
    ...{ mandate, txid: must(textOf(txid), call, "txid"), status: must(textOf(status), call, "status") },
    cents: must(centsOf(objectOf(valor).original), call, "valor.original"),
    day: must(textOf(dataDeVencimento), call, "calendario.dataDeVencimento"),
    created: must(millisOf(criacao), call, "calendario.criacao"),
    // Without the policy, the mandate's id says it.
    mayRetry: policy === undefined ? mandate[1] === "R" : policy === RETRIES,
    tries: listOf(tentativas).map((one) => readTry(one, call)),
    pix: listOf(pix).map((one) => readPix(one, call)),
    reason: textOf(objectOf(rejeicao).codigo) ?? textOf(objectOf(cancelamento).codigo),
  }
}

function readTry(value: unknown, call: string): Try {
  const { dataLiquidacao, tipo, status, endToEndId, rejeicao } = objectOf(value)
  return {
    day: must(textOf(dataLiquidacao), call, "dataLiquidacao"),
    kind: must(textOf(tipo), call, "tipo"),
    status: must(textOf(status), call, "tentativas.status"),
    e2eid: textOf(endToEndId),
    reason: textOf(objectOf(rejeicao).codigo),
  }
}

/** Undefined if the bank has no such charge. Throws if it gives no answer. */
export async function findRecurring(account: Account, txid: string, signal: AbortSignal): Promise<Recurring | undefined> {
  const answer = await ask(account, { method: "GET", path: `/cobr/${txid}` }, signal)
  const charge = answer && readRecurring(answer.body, answer.call)
  if (charge && charge.txid !== txid) throw new NoAnswer(`${answer.call}: the charge belongs to another sale`)
  return charge
}

/** The payments of a charge, the earliest first. One that comes around its end may be missing in it, and is in the list of payments. */
export async function paymentsUnder(account: Account, charge: Recurring, signal: AbortSignal): Promise<Pix[]> {
  const { txid, pix, status, created } = charge
  const isOpen = status === "CRIADA" || status === "ATIVA"
  const isShown = pix.length > 0 || isOpen
  const period = { from: created, to: Math.max(created, account.now()) }
  const all = isShown ? pix : await listPix(account, period, { txid }, signal)
  return all.filter((one) => one.txid === undefined || one.txid === txid).toSorted(byTime)
}
