import { type Bank, type Call, seenFrom } from "../bank.ts"
import { pageOf, periodOf, present } from "../lists.ts"
import { notFound, type Reply } from "../types.ts"
import type { Mandate, MandateLocation } from "./types.ts"
import { locationView } from "./view.ts"

const LIST_INVALID = "PayloadLocationRecConsultaInvalida"

/** `POST /locrec`: an address that serves one mandate. It has no body. */
export function postLocation(bank: Bank, call: Call): Reply {
  const location: MandateLocation = { cnpj: call.account.cnpj, ...bank.newLocation("qr/v2/rec") }
  bank.mandateLocations.put(String(location.id), location, seenFrom(bank, call))
  return { status: 201, body: locationView(location) }
}

/** `GET /locrec/{id}` */
export function getLocation(bank: Bank, call: Call): Reply {
  return { status: 200, body: withMandate(bank, locationOf(bank, call)) }
}

/** `GET /locrec`: by the time when locations were made. */
export function listLocations(bank: Bank, { account, query }: Call): Reply {
  const { from, to } = periodOf(bank, LIST_INVALID, query)
  const { convenio, idRecPresente } = query
  const found = bank.mandateLocations.allSeen(bank.clock.now()).filter(({ cnpj, id, created }) => {
    const mandate = servedBy(bank, id)
    const isAsked = cnpj === account.cnpj && created >= from && created <= to
    return (
      isAsked && present(idRecPresente, mandate !== undefined) && (!convenio || mandate?.terms.recebedor?.convenio === convenio)
    )
  })
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, loc: page.map((one) => withMandate(bank, one)) } }
}

/** `DELETE /locrec/{id}/idRec`: the location and its mandate no longer know each other. */
export function unlinkLocation(bank: Bank, call: Call): Reply {
  const location = locationOf(bank, call)
  const mandate = servedBy(bank, location.id)
  if (mandate) {
    const { loc: _, ...rest } = mandate
    bank.mandates.put(mandate.idRec, rest, seenFrom(bank, call))
  }
  return { status: 200, body: locationView(location) }
}

function locationOf(bank: Bank, { account, params }: Call): MandateLocation {
  const found = bank.mandateLocations.seen(params.id!, bank.clock.now())
  if (found?.cnpj !== account.cnpj) throw notFound("PayloadLocationRecNaoEncontrado")
  return found
}

function servedBy({ mandates }: Bank, id: number): Mandate | undefined {
  return mandates.all().find(({ loc }) => loc === id)
}

function withMandate(bank: Bank, location: MandateLocation): object {
  const mandate = servedBy(bank, location.id)
  return { ...locationView(location), ...(mandate && { idRec: mandate.idRec }) }
}
