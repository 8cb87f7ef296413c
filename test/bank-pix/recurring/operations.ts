import { isDeepStrictEqual } from "node:util"
import { type Bank, type Call, idOf, seenFrom } from "../bank.ts"
import { pageOf, periodOf } from "../lists.ts"
import { mandateOf } from "../mandates/operations.ts"
import { checkTxid } from "../txids.ts"
import { notFound, Refusal, type Reply, refuse } from "../types.ts"
import { settlementDay } from "./calendar.ts"
import { cancel, change, newAttempt } from "./changes.ts"
import { checkCancel, checkDueDate, checkRetry, checkTerms, INVALID } from "./rules.ts"
import type { Recurring, RecurringTerms } from "./types.ts"
import { recurringView, wholeRecurringView } from "./view.ts"

const LIST_INVALID = "CobRConsultaInvalida"

/** `PUT /cobr/{txid}`: makes a charge under a mandate. It cannot be changed. */
export function putRecurring(bank: Bank, call: Call): Reply {
  const { account, params } = call
  const { idRec, ...terms }: RecurringTerms & { idRec: string } = call.body ?? {}
  checkTxid(bank, account.cnpj, params.txid!, "recurring", INVALID)
  const known = bank.recurring.last(idOf(account.cnpj, params.txid!))
  if (known) return repeat(bank, known, isDeepStrictEqual(call.body, { idRec: known.idRec, ...known.terms }))
  const mandate = mandateOf(bank, call, bank.mandates.last(idRec ?? ""))
  checkTerms(account, mandate, terms)
  const { dataDeVencimento } = terms.calendario
  const settlesOn = settlementDay(dataDeVencimento, terms.ajusteDiaUtil, mandate.payer?.town, bank.options.townHolidays)
  checkDueDate(bank, mandate, terms, settlesOn)
  const created = bank.clock.now()
  const charge: Recurring = {
    ...{ cnpj: account.cnpj, txid: params.txid!, idRec, created, terms, settlesOn },
    ...{ status: "CRIADA", history: [{ status: "CRIADA", at: created }], attempts: [], pix: [] },
  }
  bank.recurring.put(idOf(charge.cnpj, charge.txid), charge, seenFrom(bank, call))
  return { status: 201, body: recurringView(bank, charge) }
}

function repeat(bank: Bank, known: Recurring, isSame: boolean): Reply {
  const status = bank.profile.repeatedRecurring
  if (!isSame) bank.misuse.report(`a second PUT of the recurring charge ${known.txid} has another content`)
  if (isSame && status === 201) return { status, body: recurringView(bank, known) }
  const used = [{ razao: "O campo cobr.txid encontra-se em uso.", propriedade: "cobr.txid" }]
  throw status === 409 ? new Refusal("txid_duplicado", used, status) : new Refusal(INVALID, used)
}

/** `POST /cobr`: a charge whose txid the bank chooses. After a lost answer nobody would find it, so nobody should ask for it. */
export function postRecurring({ misuse }: Bank): Reply {
  misuse.report("POST /cobr: a charge without a txid of the merchant cannot be found after a lost answer")
  throw new Refusal(INVALID, [{ razao: "O txid deve ser definido pelo usuário recebedor.", propriedade: "cobr.txid" }])
}

/** `PATCH /cobr/{txid}`: cancels a charge. Nothing else of it can be changed. */
export function patchRecurring(bank: Bank, call: Call): Reply {
  const known = recurringOf(call, bank.recurring.last(idOf(call.account.cnpj, call.params.txid!)))
  refuse(INVALID, [
    call.body?.status !== "CANCELADA" && { razao: "O campo cobr.status não respeita o schema.", propriedade: "cobr.status" },
  ])
  checkCancel(bank, known)
  const descricao = "Cancelamento de agendamento solicitado pelo usuário recebedor"
  const when = { at: bank.clock.now(), from: seenFrom(bank, call) }
  const canceled = cancel(bank, known, { solicitante: "USUARIO_RECEBEDOR", codigo: "SLCR", descricao }, when)
  return { status: 200, body: recurringView(bank, canceled) }
}

/** `GET /cobr/{txid}` */
export function getRecurring(bank: Bank, call: Call): Reply {
  const charge = recurringOf(call, bank.recurring.seen(idOf(call.account.cnpj, call.params.txid!), bank.clock.now()))
  return { status: 200, body: wholeRecurringView(bank, charge) }
}

/** `POST /cobr/{txid}/retentativa/{data}`: asks the payer's bank to try again on another day. It has no body. */
export function postRetry(bank: Bank, call: Call): Reply {
  const { account, params } = call
  const known = recurringOf(call, bank.recurring.last(idOf(account.cnpj, params.txid!)))
  checkRetry(bank, known, params.data!)
  const at = bank.clock.now()
  const asked = change(bank, known, { attempt: newAttempt("NTAG", params.data!, at) }, { at, from: seenFrom(bank, call) })
  return { status: 201, body: wholeRecurringView(bank, asked) }
}

/** `GET /cobr`: by the time when charges were made. */
export function listRecurring(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { idRec, cpf, cnpj, status, convenio } = query
  const found = bank.recurring.allSeen(bank.clock.now()).filter((charge) => {
    const { vinculo, recebedor } = bank.mandates.last(charge.idRec)!.terms
    const isAsked = charge.cnpj === account.cnpj && charge.created >= from && charge.created <= to
    const isDebtor = (!cpf || vinculo.devedor.cpf === cpf) && (!cnpj || vinculo.devedor.cnpj === cnpj)
    const isIts = (!idRec || charge.idRec === idRec) && (!convenio || recebedor?.convenio === convenio)
    return isAsked && isDebtor && isIts && (!status || charge.status === status)
  })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, cobsr: page.map((charge) => wholeRecurringView(bank, charge)) } }
}

function recurringOf({ account }: Call, charge: Recurring | undefined): Recurring {
  if (charge?.cnpj !== account.cnpj) throw notFound("CobRNaoEncontrado")
  return charge
}
