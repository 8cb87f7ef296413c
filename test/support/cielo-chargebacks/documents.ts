// What is read of a case: its life cycle and documents.
import { casesOf, type Moment, stepOf } from "./bank.ts"
import { coded, messageOf, notAllowed } from "./codes.ts"
import { date, id, lifecycleOf } from "./item.ts"
import { digits } from "./list-rules.ts"
import { BRANDS, type Reply } from "./types.ts"

/** GET lifecycle: the steps of a case that was treated. */
export function lifecycle(moment: Moment, [idCase = ""]: string[]): Reply {
  if (!digits(idCase, 20)) return coded("911")
  const one = casesOf(moment).find((known) => String(known.idCase) === idCase)
  if (!one) return coded("902")
  if (one.steps.every(({ taken }) => !taken)) return { ...coded("103"), status: moment.options.nothingFound }
  return { status: 200, body: lifecycleOf(one, moment.options) }
}

/** GET supportDocument: what the merchant sent. */
export function supportDocument(moment: Moment, [establishment = "", idChargeback = ""]: string[]): Reply {
  const wrong = wrongIds(establishment, idChargeback)
  if (wrong) return wrong
  const found = stepOf(moment, establishment, idChargeback)
  if (!found) return coded("941")
  const { refusal } = found.step
  if (!refusal) return coded("927")
  const file = {
    dateInclusion: date(refusal.day, moment.options),
    nameFile: refusal.name,
    file: refusal.bytes.toString("base64"),
  }
  return { status: 200, body: [{ ...file, codigo: 104, mensagem: messageOf("104") }] }
}

/** GET ListIssuerDocuments: the names of what the issuer sent. */
export function listIssuerDocuments(moment: Moment, [establishment = "", idChargeback = ""]: string[]): Reply {
  const wrong = wrongIds(establishment, idChargeback)
  if (wrong) return wrong
  const found = stepOf(moment, establishment, idChargeback)
  if (!found) return coded("941")
  const { documents } = found.one
  if (documents.length === 0) return coded("938")
  const { options } = moment
  const told =
    options.spelling === "newer" ? { code: "104", message: messageOf("104") } : { codigo: 104, mensagem: messageOf("104") }
  return {
    status: 200,
    body: documents.map((one) => ({ idDocumento: id(one.idDocumento, options), nameFile: one.nameFile, ...told })),
  }
}

/** GET DocumentIssuer: one document of the issuer. */
export function documentIssuer(moment: Moment, [establishment = "", idDocumento = ""]: string[]): Reply {
  if (!digits(establishment, 10)) return coded("910")
  if (!digits(idDocumento, 20)) return coded("939")
  const own = casesOf(moment).filter(({ sale }) => sale.establishment === establishment)
  const found = own.flatMap(({ documents }) => documents).find((one) => String(one.idDocumento) === idDocumento)
  if (!found) return coded("938")
  const { options } = moment
  const file = { dateInclusion: date(found.included, options), nameFile: found.nameFile, file: found.bytes.toString("base64") }
  const told = { newer: { returncode: 105, returnMessage: messageOf("105") }, older: { codigo: 105, mensagem: messageOf("105") } }
  return { status: 200, body: { ...file, ...told[options.spelling] } }
}

/** GET Reason (older edition): the reasons of a brand, as far as cases have them. */
export function reasons(moment: Moment, [brand = ""]: string[]): Reply {
  if (moment.options.spelling !== "older") return notAllowed(["there is no such path"], 404)
  if (!Object.hasOwn(BRANDS, brand)) return coded("932")
  const known = casesOf(moment).filter(({ sale }) => String(sale.brand) === brand)
  const list = known.map(({ reason }) => ({ cdReason: Number(reason.code), dcReason: reason.description, tpReason: reason.kind }))
  return { status: 200, body: list }
}

function wrongIds(establishment: string, idChargeback: string): Reply | undefined {
  if (!digits(establishment, 10)) return coded("910")
  return digits(idChargeback, 20) ? undefined : coded("928")
}
