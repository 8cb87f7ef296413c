import type { Bank } from "../bank.ts"
import { stamp } from "../clock.ts"
import { codeOf } from "../code.ts"
import { ISPB } from "../ids.ts"
import type { Mandate, MandateLocation, MandateRequest, Step } from "./types.ts"

/** A mandate as the contract shows it when it is made or changed. */
export function mandateView(bank: Bank, mandate: Mandate): object {
  const { idRec, terms, status, loc, closing } = mandate
  const { recebedor, ...rest } = terms
  const location = loc === undefined ? undefined : bank.mandateLocations.last(String(loc))
  return {
    ...{ idRec, ...rest, status },
    recebedor: { ...receiverOf(bank, mandate), ...recebedor },
    ...(location && { loc: { ...locationView(location), idRec } }),
    ...{ atualizacao: historyView(mandate.history), encerramento: closing, ativacao: activationView(mandate) },
  }
}

/** A mandate as it is read: also who has agreed, and what he was asked. */
export function wholeMandateView(bank: Bank, mandate: Mandate): object {
  const { payer, idRec } = mandate
  const requests = bank.mandateRequests.allSeen(bank.clock.now()).filter((one) => one.idRec === idRec)
  return {
    ...mandateView(bank, mandate),
    ...(payer && { pagador: { cpf: payer.cpf, cnpj: payer.cnpj, ispbParticipante: payer.ispb, codMun: payer.town } }),
    ...(requests.length > 0 && { solicitacao: requests.map((one) => requestView(bank, one)) }),
  }
}

/** A mandate as webhooks tell it. */
export function mandateNotice(mandate: Mandate): object {
  const { idRec, status, history, closing } = mandate
  return { idRec, status, atualizacao: historyView(history), encerramento: closing, ativacao: activationView(mandate) }
}

function activationView({ journey, txid }: Mandate): object {
  return { tipoJornada: journey ?? "AGUARDANDO_DEFINICAO", ...(txid !== undefined && { dadosJornada: { txid } }) }
}

/** The code of a mandate, alone or with the location of a charge. Undefined where the mandate has no location. */
export function mandateCode({ accounts, mandateLocations }: Bank, { cnpj, loc }: Mandate, location?: string): string | undefined {
  const recLocation = loc === undefined ? undefined : mandateLocations.last(String(loc))?.location
  return recLocation && codeOf({ ...accounts.find((one) => one.cnpj === cnpj)!, recLocation, ...(location && { location }) })
}

/** An address, without the mandate that it serves. */
export function locationView({ id, location, created }: MandateLocation): object {
  return { id, location, criacao: stamp(created) }
}

/** A request to a payer's account. */
export function requestView(bank: Bank, { id, idRec, asked, destination, status, history }: MandateRequest): object {
  const mandate = bank.mandates.last(idRec)!
  const { recebedor: _, ...terms } = mandate.terms
  return {
    ...{ idSolicRec: id, idRec, status, destinatario: destination, atualizacao: historyView(history) },
    calendario: { dataExpiracaoSolicitacao: stamp(asked) },
    recPayload: {
      ...{ idRec, ...terms, recebedor: { ...receiverOf(bank, mandate), ispbParticipante: ISPB.receiver } },
      atualizacao: historyView(mandate.history),
    },
  }
}

function receiverOf({ accounts }: Bank, { cnpj }: Mandate): object {
  return { cnpj, nome: accounts.find((one) => one.cnpj === cnpj)!.name }
}

export function historyView(history: Step<string>[]): object[] {
  return history.map(({ status, at }) => ({ status, data: stamp(at) }))
}
