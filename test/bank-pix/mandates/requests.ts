import { type Bank, type Call, seenFrom } from "../bank.ts"
import { newRequestId } from "../ids.ts"
import { notFound, type Reply, refuse } from "../types.ts"
import { moveRequest, OPEN_REQUEST, openRequests } from "./changes.ts"
import { mandateOf } from "./operations.ts"
import type { Mandate, MandateRequest } from "./types.ts"
import { requestView } from "./view.ts"

const INVALID = "SolicRecOperacaoInvalida"
const DAY_MS = 86_400_000
/** The payer's bank keeps a request no longer than this. */
const LONGEST_DAYS = 30

/** `POST /solicrec`: asks a payer in his bank's app. The bank makes the id. */
export function postRequest(bank: Bank, call: Call): Reply {
  const { account, body } = call
  const mandate = mandateOf(bank, call, bank.mandates.last(body?.idRec ?? ""))
  const created = bank.clock.now()
  const asked = Date.parse(body.calendario?.dataExpiracaoSolicitacao)
  checkNew(bank, mandate, body, asked)
  const request: MandateRequest = {
    ...{ cnpj: account.cnpj, id: newRequestId(bank.clock.today()), idRec: mandate.idRec, created },
    ...{ asked, expires: Math.min(asked, created + LONGEST_DAYS * DAY_MS), destination: body.destinatario },
    ...{ status: "CRIADA", history: [{ status: "CRIADA", at: created }] },
  }
  bank.mandateRequests.put(request.id, request, seenFrom(bank, call))
  return { status: 201, body: requestView(bank, request) }
}

function checkNew(bank: Bank, mandate: Mandate, body: Call["body"], asked: number): void {
  const { ispbParticipante, conta, cpf, cnpj } = body.destinatario ?? {}
  const date = "solicrec.calendario.dataExpiracaoSolicitacao"
  refuse(INVALID, [
    Number.isNaN(asked) && { razao: "O objeto solicrec.calendario não respeita o schema.", propriedade: "solicrec.calendario" },
    asked < bank.clock.now() && { razao: `O campo ${date} é anterior à data de criação da solicitação.`, propriedade: date },
    !(ispbParticipante && conta && (cpf === undefined) !== (cnpj === undefined)) && {
      razao: "O objeto solicrec.destinatario não respeita o schema.",
      propriedade: "solicrec.destinatario",
    },
    openRequests(bank, mandate.idRec).length > 0 && {
      ...{ razao: "Existe uma solicitação ativa referente ao mesmo solicrec.idRec.", propriedade: "solicrec.idRec" },
    },
    mandate.status !== "CRIADA" && { razao: "A recorrência não está CRIADA.", propriedade: "solicrec.idRec" },
    !bank.profile.journeys.includes("JORNADA_1") && { razao: "O PSP não oferece a jornada 1.", propriedade: "solicrec" },
  ])
}

/** `GET /solicrec/{idSolicRec}` */
export function getRequest(bank: Bank, call: Call): Reply {
  return {
    status: 200,
    body: requestView(bank, requestOf(call, bank.mandateRequests.seen(call.params.idSolicRec!, bank.clock.now()))),
  }
}

/** `PATCH /solicrec/{idSolicRec}`: cancels a request that its payer has not answered. */
export function patchRequest(bank: Bank, call: Call): Reply {
  const known = requestOf(call, bank.mandateRequests.last(call.params.idSolicRec!))
  refuse(INVALID, [
    call.body?.status !== "CANCELADA" && {
      razao: "O campo solicrec.status não respeita o schema.",
      propriedade: "solicrec.status",
    },
    !OPEN_REQUEST.includes(known.status) && {
      razao: "Não é possível cancelar uma solicitação de recorrência com o status diferente de CRIADA, ENVIADA ou RECEBIDA.",
      propriedade: "solicrec.status",
    },
  ])
  const canceled = moveRequest(bank, known, "CANCELADA", { at: bank.clock.now(), from: seenFrom(bank, call) })
  return { status: bank.profile.revisedRequest, body: requestView(bank, canceled) }
}

function requestOf({ account }: Call, request: MandateRequest | undefined): MandateRequest {
  if (request?.cnpj !== account.cnpj) throw notFound("SolicRecNaoEncontrada")
  return request
}
