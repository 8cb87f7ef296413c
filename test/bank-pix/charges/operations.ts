import { type Bank, type Call, type Charge, idOf, seenFrom } from "../bank.ts"
import { pageOf, periodOf, present } from "../lists.ts"
import { pixView } from "../money/view.ts"
import { checkTxid } from "../txids.ts"
import { notFound, Refusal, type Reply, refuse } from "../types.ts"
import { changedTerms, checkActive, checkRemoval, checkTerms, INVALID, isSame, termsOf } from "./rules.ts"
import { chargeView } from "./view.ts"

const LIST_INVALID = "CobConsultaInvalida"

/** `PUT /cob/{txid}`: makes a charge, or changes one that is ATIVA. */
export function putCharge(bank: Bank, call: Call): Reply {
  const { account, params, body } = call
  checkTxid(bank, account.cnpj, params.txid!, "charges", INVALID)
  const known = bank.charges.last(idOf(account.cnpj, params.txid!))
  const terms = termsOf(bank, body)
  checkTerms(bank, account, terms, body, known)
  if (known) return repeat(bank, call, known, isSame(known.revisions.at(-1)!, terms))
  const charge: Charge = {
    ...{ cnpj: account.cnpj, txid: params.txid!, created: bank.clock.now(), revisions: [terms] },
    ...{ status: "ATIVA", loc: bank.newLocation(), pix: [] },
  }
  return { status: 201, body: chargeView(bank, save(bank, call, charge)) }
}

function repeat(bank: Bank, call: Call, known: Charge, isEqual: boolean): Reply {
  checkActive(known)
  const status = bank.profile.repeatedCharge[isEqual ? "same" : "other"]
  if (!isEqual) bank.misuse.report(`a second PUT of the charge ${known.txid} has another content`)
  if (status === 409)
    throw new Refusal("txid_duplicado", [{ razao: "O campo txid informado já foi utilizado", propriedade: "txid" }], status)
  const terms = termsOf(bank, call.body)
  const charge = isEqual ? known : save(bank, call, { ...known, revisions: [...known.revisions, terms] })
  return { status, body: chargeView(bank, charge), outside: status !== 201 }
}

/** `POST /cob`: a charge whose txid the bank chooses. After a lost answer nobody would find it, so nobody should ask for it. */
export function postCharge({ misuse }: Bank): Reply {
  misuse.report("POST /cob: a charge without a txid of the merchant cannot be found after a lost answer")
  throw new Refusal(INVALID, [{ razao: "O txid deve ser definido pelo usuário recebedor.", propriedade: "cob.txid" }])
}

/** `PATCH /cob/{txid}`: changes or removes a charge that is ATIVA. */
export function patchCharge(bank: Bank, call: Call): Reply {
  const { account, params, body } = call
  const known = bank.charges.last(idOf(account.cnpj, params.txid!))
  if (!known) throw notFound("CobNaoEncontrado")
  checkActive(known)
  const isRemoval = body?.status === "REMOVIDA_PELO_USUARIO_RECEBEDOR"
  if (isRemoval) checkRemoval(body)
  const before = known.revisions.at(-1)!
  const terms = changedTerms(before, body)
  if (!isRemoval) checkTerms(bank, account, terms, body, known)
  if (!isRemoval && isSame(before, terms)) return { status: 200, body: chargeView(bank, known) }
  const changed: Charge = { ...known, revisions: [...known.revisions, terms], ...(isRemoval && { status: body.status }) }
  return { status: 200, body: chargeView(bank, save(bank, call, changed)) }
}

/** `GET /cob/{txid}`, also of an older revision. */
export function getCharge(bank: Bank, { account, params, query }: Call): Reply {
  const charge = bank.charges.seen(idOf(account.cnpj, params.txid!), bank.clock.now())
  if (!charge) throw notFound("CobNaoEncontrado")
  const revision = query.revisao === undefined ? charge.revisions.length - 1 : Number(query.revisao)
  refuse(LIST_INVALID, [
    charge.revisions[revision] === undefined && {
      ...{ razao: "O parâmetro revisao corresponde a uma revisão inexistente.", propriedade: "revisao" },
    },
  ])
  return { status: 200, body: withPix(bank, charge, revision) }
}

/** `GET /cob`: by the time when charges were made. */
export function listCharges(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { cpf, cnpj, status, locationPresente } = query
  const found = bank.charges.allSeen(bank.clock.now()).filter((charge) => {
    const { devedor } = charge.revisions.at(-1)!
    const isAsked = charge.cnpj === account.cnpj && charge.created >= from && charge.created <= to
    const isDebtor = (!cpf || devedor?.cpf === cpf) && (!cnpj || devedor?.cnpj === cnpj)
    return isAsked && isDebtor && (!status || charge.status === status) && present(locationPresente, true)
  })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, cobs: page.map((charge) => withPix(bank, charge)) } }
}

function withPix(bank: Bank, charge: Charge, revision?: number): object {
  const pix = charge.pix.flatMap((e2eid) => bank.pix.seen(e2eid, bank.clock.now()) ?? [])
  return { ...chargeView(bank, charge, revision), ...(pix.length > 0 && { pix: pix.map((one) => pixView(bank, one)) }) }
}

function save(bank: Bank, call: Call, charge: Charge): Charge {
  return bank.charges.put(idOf(charge.cnpj, charge.txid), charge, seenFrom(bank, call))
}
