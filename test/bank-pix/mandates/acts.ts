// What payers, their banks and the merchant's bank do with mandates. None of it comes through the API.
import { chargeOf, type Payment, pay } from "../acts.ts"
import type { Bank } from "../bank.ts"
import { readCode } from "../code.ts"
import { ISPB } from "../ids.ts"
import { cancelOpen } from "../recurring/changes.ts"
import { moveMandate, moveRequest, OPEN_REQUEST, openRequests } from "./changes.ts"
import type { Canceler, Journey, Mandate, MandateRequest, Payer } from "./types.ts"

/**
 * How a payer agrees. `journey`: which one, unless `which` says it: a code of the mandate alone is 2, with an immediate charge 3, with a due
 * date 4; a request is 1; an id is 2. `maximum`: the most that he pays for a charge, in cents. `payer`: he is the debtor unless told otherwise.
 */
export type Agreement = { journey?: Journey; payer?: Partial<Payer>; maximum?: number }

/** A payer agrees to a mandate: by its id, its code or a request to him. Throws where his bank refuses it. */
export function agree(bank: Bank, which: string, { payer, maximum, ...given }: Agreement = {}): Mandate {
  const { mandate, request, location } = found(bank, which)
  const isDue = location !== undefined && bank.due.all().some(({ loc }) => loc.location === location)
  const journey = given.journey ?? (request ? "JORNADA_1" : isDue ? "JORNADA_4" : location ? "JORNADA_3" : "JORNADA_2")
  refuseAgreement(bank, mandate, request, journey, maximum)
  if (location && !isDue && chargeOf(bank, which).txid !== mandate.txid)
    throw new Error("the mandate names another charge than the code")
  const at = bank.clock.now()
  if (request) moveRequest(bank, request, "ACEITA", { at })
  const { cpf, cnpj } = payer?.cpf || payer?.cnpj ? payer : mandate.terms.vinculo.devedor
  const agreed = { journey, maximum, payer: { ispb: ISPB.payer, ...payer, cpf, cnpj } }
  const { txid } = journey === "JORNADA_3" ? mandate : {}
  return moveMandate(bank, mandate, { ...agreed, status: "APROVADA", txid }, { at })
}

function refuseAgreement(
  bank: Bank,
  mandate: Mandate,
  request: MandateRequest | undefined,
  journey: Journey,
  maximum?: number,
): void {
  const { idRec, status, loc, txid, terms } = mandate
  const least = terms.valor?.valorMinimoRecebedor
  const say = (why: string) => new Error(`the payer's bank refuses: ${idRec} ${why}`)
  if (status !== "CRIADA") throw say(`is ${status}`)
  if (!bank.profile.journeys.includes(journey)) throw say(`cannot be agreed to by ${journey} at this bank`)
  if (journey === "JORNADA_1" && request?.status !== "RECEBIDA")
    throw say(`has a request that is ${request?.status ?? "not made"}`)
  if (journey === "JORNADA_2" && loc === undefined) throw say("has no location, so it has no code")
  if (journey === "JORNADA_3" && txid === undefined) throw say("names no immediate charge")
  if (maximum !== undefined && terms.valor?.valorRec) throw say("has a fixed amount, so it has no maximum")
  if (maximum !== undefined && least && maximum < Number(least) * 100) throw say(`has a floor of ${least}`)
}

/**
 * A payer scans the code of an immediate charge and a mandate: he pays and agrees in one act (journey 3). `first` is what the merchant hears
 * of first. With `isAgreed` false the money arrives, and the mandate is rejected. Returns the end-to-end id.
 */
export function payAndAgree(
  bank: Bank,
  code: string,
  {
    first = "payment",
    isAgreed = true,
    payment,
    ...agreement
  }: Agreement & {
    first?: "payment" | "mandate"
    isAgreed?: boolean
    payment?: Payment
  } = {},
): string {
  const { mandate, location } = found(bank, code)
  if (!location) throw new Error("this code has no charge")
  refuseAgreement(bank, mandate, undefined, "JORNADA_3", agreement.maximum)
  const answer = () => (isAgreed ? agree(bank, code, { ...agreement, journey: "JORNADA_3" }) : decline(bank, mandate.idRec))
  if (first === "mandate") answer()
  const e2eid = pay(bank, chargeOf(bank, code).txid, payment)
  if (first === "payment") answer()
  return e2eid
}

/** The payer does not want a mandate, or his bank does not: it is REJEITADA, and so is a request for it. */
export function decline(bank: Bank, which: string, codigo: "AP13" | "AP14" = "AP13"): Mandate {
  const { mandate, request } = found(bank, which)
  if (mandate.status !== "CRIADA") throw new Error(`${mandate.idRec} is ${mandate.status}`)
  const at = bank.clock.now()
  for (const one of request ? [request] : openRequests(bank, mandate.idRec)) moveRequest(bank, one, "REJEITADA", { at })
  const rejeicao = { codigo, descricao: "Recorrência rejeitada pelo pagador" }
  return moveMandate(bank, mandate, { status: "REJEITADA", closing: { rejeicao } }, { at })
}

/** The payer's bank does not take a request, such as for an account that it does not have. The mandate may be asked for again. */
export function rejectRequest(bank: Bank, id: string): MandateRequest {
  const { request } = found(bank, id)
  if (!request || !OPEN_REQUEST.includes(request.status)) throw new Error(`the request ${id} is ${request?.status ?? "not made"}`)
  return moveRequest(bank, request, "REJEITADA", { at: bank.clock.now() })
}

const CODES = { USUARIO_PAGADOR: "SLDB", PSP_PAGADOR: "ACCL", PSP_RECEBEDOR: "ACCL" } as const

/** The payer or a bank cancels a mandate, with its charges of later days. No webhook tells the mandate's end unless `isTold`. */
export function cancelMandate(
  bank: Bank,
  idRec: string,
  {
    by = "USUARIO_PAGADOR",
    codigo,
    isTold = true,
  }: { by?: Exclude<Canceler, "USUARIO_RECEBEDOR">; codigo?: string; isTold?: boolean } = {},
): Mandate {
  const { mandate } = found(bank, idRec)
  if (mandate.status !== "APROVADA") throw new Error(`${idRec} is ${mandate.status}`)
  const when = { at: bank.clock.now(), isTold }
  const descricao = "Cancelamento da recorrência"
  const cancelamento = { solicitante: by, codigo: codigo ?? CODES[by], descricao }
  const canceled = moveMandate(bank, mandate, { status: "CANCELADA", closing: { cancelamento } }, when)
  cancelOpen(bank, idRec, { ...cancelamento, codigo: by === "USUARIO_PAGADOR" ? "SLBD" : "ACCT" }, when)
  return canceled
}

/** A mandate by its id, its code, or a request for it. `location` is of the charge in a code. Throws if there is none. */
function found(bank: Bank, which: string): { mandate: Mandate; request?: MandateRequest; location?: string } {
  const { location, recLocation } = which.startsWith("000201") ? readCode(which) : {}
  const loc = recLocation && bank.mandateLocations.all().find((one) => one.location === recLocation)
  const request = bank.mandateRequests.last(which)
  const mandate = loc ? bank.mandates.all().find((one) => one.loc === loc.id) : bank.mandates.last(request?.idRec ?? which)
  if (!mandate) throw new Error(`there is no mandate ${which}`)
  return { mandate, request, location }
}

/** What a mandate is now. Throws if there is none. */
export function mandateNow(bank: Bank, which: string): Mandate {
  return found(bank, which).mandate
}

/** The ids of a merchant's mandates to which a payer can agree, or has agreed. */
export function livingMandates({ mandates }: Bank, cnpj: string): string[] {
  const living = mandates.all().filter((one) => one.cnpj === cnpj && (one.status === "CRIADA" || one.status === "APROVADA"))
  return living.map(({ idRec }) => idRec)
}
