// Payments that have arrived, as the bank shows them.
import type { Taken } from "../sale.ts"
import { objectOf } from "../wire/json.ts"
import type { Answer } from "../wire/request.ts"
import { centsOf, listOf, millisOf, must, textOf } from "./wire.ts"

/** Money on its way back to the payer. `isMed`: the special return mechanism takes it. */
export type Return = {
  id: string
  cents: number
  status: string
  isMed: boolean
  reason: string | undefined
}

/** A payment. `at` is milliseconds. */
export type Pix = {
  e2eid: string
  txid: string | undefined
  cents: number
  /** The key that was paid. Not all banks say it. */
  key: string | undefined
  at: number
  returns: Return[]
}

const E2EID = /^[a-zA-Z0-9]{32}$/

/** Whether a charge's id is that of a payment. One that nobody has paid has the txid in its place. */
export function isEndToEndId(charge: string): boolean {
  return E2EID.test(charge)
}

/** Throws NoAnswer for what is no payment. */
export function readPix(value: unknown, call: string): Pix {
  const { endToEndId, txid, valor, chave, horario, devolucoes } = objectOf(value)
  const id = textOf(endToEndId)
  return {
    e2eid: must(id !== undefined && E2EID.test(id) ? id : undefined, call, "endToEndId"),
    txid: textOf(txid),
    cents: must(centsOf(valor), call, "valor"),
    key: textOf(chave),
    at: must(millisOf(horario), call, "horario"),
    returns: listOf(devolucoes).map((one) => readReturn(one, call)),
  }
}

export function readReturn(value: unknown, call: string): Return {
  const { id, valor, status, natureza, motivo } = objectOf(value)
  return {
    id: must(textOf(id), call, "id"),
    cents: must(centsOf(valor), call, "valor"),
    status: must(textOf(status), call, "status"),
    // MED_FRAUDE, MED_OPERACIONAL and MED_PIX_AUTOMATICO. Others may come.
    isMed: textOf(natureza)?.startsWith("MED_") === true,
    reason: textOf(motivo),
  }
}

/** The single payment of an answer. */
export function pixIn({ body, call }: Answer): Pix {
  return readPix(body, call)
}

/** What the bank holds of a payment. Money that is on its way back is still held. */
export function takenOf({ e2eid, cents, returns }: Pix): Taken & { captured: number } {
  const done = returns.filter(({ status }) => status === "DEVOLVIDO")
  const sum = (byMed: boolean) => done.filter(({ isMed }) => isMed === byMed).reduce((total, { cents }) => total + cents, 0)
  const charged_back = sum(true)
  return {
    ...{ charge: e2eid, currency: "brl", captured: cents, gone_back: sum(false), charged_back },
    ...(charged_back > 0 && { charged_back_reason: "fraudulent" }),
    references: { tid: null, nsu: null, authorization_code: null, end_to_end_id: e2eid, our_number: null },
  }
}

/** The earliest first. */
export function byTime(one: Pix, other: Pix): number {
  return one.at - other.at || (one.e2eid < other.e2eid ? -1 : 1)
}
