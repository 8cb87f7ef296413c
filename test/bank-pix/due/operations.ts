import { isDeepStrictEqual } from "node:util"
import { type Bank, type Call, idOf, seenFrom } from "../bank.ts"
import { checkActive, checkRemoval } from "../charges/rules.ts"
import { pageOf, periodOf, present } from "../lists.ts"
import { checkTxid } from "../txids.ts"
import { notFound, Refusal, type Reply, refuse } from "../types.ts"
import { checkTerms, INVALID, termsOf } from "./rules.ts"
import type { DueCharge, DueTerms } from "./types.ts"
import { dueView, wholeDueView } from "./view.ts"

const LIST_INVALID = "CobVConsultaInvalida"

/** `PUT /cobv/{txid}`: makes a charge with a due date, or changes one that is ATIVA. */
export function putDue(bank: Bank, call: Call): Reply {
  const { account, params, body } = call
  checkTxid(bank, account.cnpj, params.txid!, "due", INVALID)
  const known = bank.due.last(idOf(account.cnpj, params.txid!))
  const terms = termsOf(body)
  checkTerms(bank, account, terms, body, known)
  if (known) return repeat(bank, call, known, terms)
  const charge: DueCharge = {
    ...{ cnpj: account.cnpj, txid: params.txid!, created: bank.clock.now(), revisions: [terms] },
    ...{ status: "ATIVA", loc: bank.newLocation("qr/v2/cobv"), pix: [] },
  }
  return { status: 201, body: dueView(bank, save(bank, call, charge)) }
}

function repeat(bank: Bank, call: Call, known: DueCharge, terms: DueTerms): Reply {
  checkActive(known, INVALID)
  const isSame = isDeepStrictEqual(known.revisions.at(-1), terms)
  const status = bank.profile.repeatedCharge[isSame ? "same" : "other"]
  if (!isSame) bank.misuse.report(`a second PUT of the charge ${known.txid} has another content`)
  if (status === 409)
    throw new Refusal("txid_duplicado", [{ razao: "O campo txid informado já foi utilizado", propriedade: "txid" }], status)
  const charge = isSame ? known : save(bank, call, { ...known, revisions: [...known.revisions, terms] })
  return { status, body: dueView(bank, charge), outside: status !== 201 }
}

/** `PATCH /cobv/{txid}`: changes or removes a charge that is ATIVA. */
export function patchDue(bank: Bank, call: Call): Reply {
  const { account, params, body } = call
  const known = dueOf(call, bank.due.last(idOf(account.cnpj, params.txid!)))
  checkActive(known, INVALID)
  const isRemoval = body?.status === "REMOVIDA_PELO_USUARIO_RECEBEDOR"
  if (isRemoval) checkRemoval(body, INVALID)
  const before = known.revisions.at(-1)!
  const terms = termsOf(body, before)
  if (!isRemoval) checkTerms(bank, account, terms, body, known)
  if (!isRemoval && isDeepStrictEqual(before, terms)) return { status: 200, body: dueView(bank, known) }
  const changed: DueCharge = { ...known, revisions: [...known.revisions, terms], ...(isRemoval && { status: body.status }) }
  return { status: 200, body: dueView(bank, save(bank, call, changed)) }
}

/** `GET /cobv/{txid}`, also of an older revision. */
export function getDue(bank: Bank, call: Call): Reply {
  const charge = dueOf(call, bank.due.seen(idOf(call.account.cnpj, call.params.txid!), bank.clock.now()))
  const revision = call.query.revisao === undefined ? charge.revisions.length - 1 : Number(call.query.revisao)
  const missing = { razao: "O parâmetro revisao corresponde a uma revisão inexistente.", propriedade: "revisao" }
  refuse(LIST_INVALID, [charge.revisions[revision] === undefined && missing])
  return { status: 200, body: wholeDueView(bank, charge, revision) }
}

/** `GET /cobv`: by the time when charges were made. */
export function listDue(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { cpf, cnpj, status, locationPresente } = query
  const found = bank.due.allSeen(bank.clock.now()).filter((charge) => {
    const { devedor } = charge.revisions.at(-1)!
    const isAsked = charge.cnpj === account.cnpj && charge.created >= from && charge.created <= to
    const isDebtor = (!cpf || devedor.cpf === cpf) && (!cnpj || devedor.cnpj === cnpj)
    return isAsked && isDebtor && (!status || charge.status === status) && present(locationPresente, true)
  })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, cobs: page.map((charge) => wholeDueView(bank, charge)) } }
}

function dueOf({ account }: Call, charge: DueCharge | undefined): DueCharge {
  if (charge?.cnpj !== account.cnpj) throw notFound("CobVNaoEncontrada")
  return charge
}

function save(bank: Bank, call: Call, charge: DueCharge): DueCharge {
  return bank.due.put(idOf(charge.cnpj, charge.txid), charge, seenFrom(bank, call))
}
