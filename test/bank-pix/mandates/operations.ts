import { type Bank, type Call, idOf, seenFrom } from "../bank.ts"
import { newMandateId } from "../ids.ts"
import { pageOf, periodOf, present } from "../lists.ts"
import { cancelOpen } from "../recurring/changes.ts"
import { notFound, type Reply, refuse } from "../types.ts"
import { endOfMandate, moveMandate, moveRequest, openRequests } from "./changes.ts"
import { checkChange, checkNew, termsOf } from "./rules.ts"
import type { Journey, Mandate } from "./types.ts"
import { mandateCode, mandateView, wholeMandateView } from "./view.ts"

const LIST_INVALID = "RecConsultaInvalida"

/** `POST /rec`: the bank makes the id. So the same request twice makes two mandates. */
export function postMandate(bank: Bank, call: Call): Reply {
  const { account, body } = call
  checkNew(bank, account.cnpj, body)
  const created = bank.clock.now()
  const terms = termsOf(body)
  const mandate: Mandate = {
    ...{
      cnpj: account.cnpj,
      idRec: newMandateId(bank.clock.today(), terms.politicaRetentativa !== "NAO_PERMITE"),
      created,
      terms,
    },
    ...{ status: "CRIADA", history: [{ status: "CRIADA", at: created }] },
    ...{ loc: body.loc, txid: body.ativacao?.dadosJornada?.txid },
  }
  bank.mandates.put(mandate.idRec, mandate, seenFrom(bank, call))
  return { status: 201, body: mandateView(bank, mandate) }
}

/** `PATCH /rec/{idRec}`: changes a mandate, or cancels it with its charges of later days. */
export function patchMandate(bank: Bank, call: Call): Reply {
  const { params, body } = call
  const known = mandateOf(bank, call, bank.mandates.last(params.idRec!))
  checkChange(bank, known, body)
  const { vinculo, calendario } = known.terms
  const changed: Mandate = {
    ...known,
    ...{ loc: body?.loc ?? known.loc, txid: body?.ativacao?.dadosJornada?.txid ?? known.txid },
    terms: {
      ...known.terms,
      vinculo: { ...vinculo, devedor: { ...vinculo.devedor, ...body?.vinculo?.devedor } },
      calendario: { ...calendario, ...body?.calendario },
    },
  }
  const when = { at: bank.clock.now(), from: seenFrom(bank, call) }
  bank.mandates.put(known.idRec, changed, when.from)
  if (body?.status !== "CANCELADA") return { status: 200, body: mandateView(bank, changed) }
  const descricao = "Cancelamento solicitado pelo usuário recebedor"
  const cancelamento = { solicitante: "USUARIO_RECEBEDOR", codigo: "SLCR", descricao } as const
  const canceled = moveMandate(bank, changed, { status: "CANCELADA", closing: { cancelamento } }, when)
  for (const request of openRequests(bank, known.idRec)) moveRequest(bank, request, "CANCELADA", when)
  cancelOpen(bank, known.idRec, cancelamento, when)
  return { status: 200, body: mandateView(bank, canceled) }
}

/** `GET /rec/{idRec}`, with the code of the mandate alone, or of it and a charge (`txid`). */
export function getMandate(bank: Bank, call: Call): Reply {
  const { params, query } = call
  const mandate = mandateOf(bank, call, bank.mandates.seen(params.idRec!, bank.clock.now()))
  const id = idOf(mandate.cnpj, query.txid ?? "")
  const charge = bank.charges.seen(id, bank.clock.now())
  const due = bank.due.seen(id, bank.clock.now())
  const jornada = charge ? "JORNADA_3" : due ? "JORNADA_4" : "JORNADA_2"
  if (query.txid !== undefined) checkCharge(mandate, query.txid, jornada)
  const pixCopiaECola = mandateCode(bank, mandate, (charge ?? due)?.loc.location)
  return {
    status: 200,
    body: { ...wholeMandateView(bank, mandate), ...(pixCopiaECola && { dadosQR: { jornada, pixCopiaECola } }) },
  }
}

/** Throws a refusal unless a mandate's code may be put together with a charge: the immediate one that it names, or one with a due date. */
function checkCharge({ txid, journey }: Mandate, asked: string, wanted: Journey): void {
  refuse(LIST_INVALID, [
    (wanted === "JORNADA_2" || (journey !== undefined && journey !== wanted)) && {
      razao: "O parâmetro txid não corresponde a uma cobrança compatível com o campo ativacao.tipoJornada.",
      propriedade: "txid",
    },
    wanted === "JORNADA_3" &&
      asked !== txid && {
        razao: "O parâmetro txid corresponde a uma cobrança diferente da informada no campo ativacao.dadosJornada.txid.",
        propriedade: "txid",
      },
  ])
}

/** `GET /rec`: by the time when mandates were made. */
export function listMandates(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { cpf, cnpj, status, convenio, locationPresente } = query
  const found = bank.mandates
    .allSeen(bank.clock.now())
    .map((mandate) => expireWhenRead(bank, mandate))
    .filter(({ terms, ...mandate }) => {
      const { devedor } = terms.vinculo
      const isAsked = mandate.cnpj === account.cnpj && mandate.created >= from && mandate.created <= to
      const isDebtor = (!cpf || devedor.cpf === cpf) && (!cnpj || devedor.cnpj === cnpj)
      const isIts = (!status || mandate.status === status) && (!convenio || terms.recebedor?.convenio === convenio)
      return isAsked && isDebtor && isIts && present(locationPresente, mandate.loc !== undefined)
    })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, recs: page.map((mandate) => wholeMandateView(bank, mandate)) } }
}

/** A mandate of the account that calls. Throws a refusal (404) if it is of somebody else, or if there is none. */
export function mandateOf(bank: Bank, { account }: Pick<Call, "account">, mandate: Mandate | undefined): Mandate {
  if (mandate?.cnpj !== account.cnpj) throw notFound("RecNaoEncontrada")
  return expireWhenRead(bank, mandate)
}

/** Some banks only see that a mandate is over when somebody reads it. Then nobody is told. */
function expireWhenRead(bank: Bank, mandate: Mandate): Mandate {
  const end = endOfMandate(mandate)
  if (end === undefined || end > bank.clock.now()) return mandate
  return moveMandate(bank, mandate, { status: "EXPIRADA" }, { at: bank.clock.now(), isTold: false })
}
