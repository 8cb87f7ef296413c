import type { Bank, Call } from "./bank.ts"
import { getCharge, listCharges, patchCharge, postCharge, putCharge } from "./charges/operations.ts"
import { getDue, listDue, patchDue, putDue } from "./due/operations.ts"
import { getLocation, listLocations, postLocation, unlinkLocation } from "./mandates/locations.ts"
import { getMandate, listMandates, patchMandate, postMandate } from "./mandates/operations.ts"
import { getRequest, patchRequest, postRequest } from "./mandates/requests.ts"
import { getPix, getReturn, listPix, putReturn } from "./money/operations.ts"
import type { Profile } from "./profiles.ts"
import { getRecurring, listRecurring, patchRecurring, postRecurring, postRetry, putRecurring } from "./recurring/operations.ts"
import type { Reply } from "./types.ts"
import { hookOperations } from "./webhooks/automatic.ts"
import { deleteHook, getHook, listHooks, putHook } from "./webhooks/operations.ts"

/** An operation of the contract. `invalid` is the name of the error where a request does not have the contract's shape. */
export type Operation = {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE"
  path: string
  /** Which of the profile's bases its path has: any of them. */
  bases: readonly ("pix" | "rec" | "cobr")[]
  scope: string
  invalid: string
  run(bank: Bank, call: Call): Reply | Promise<Reply>
}

const cob = { bases: ["pix"], invalid: "CobOperacaoInvalida" } as const
const cobv = { bases: ["pix"], invalid: "CobVOperacaoInvalida" } as const
const pix = { bases: ["pix"], invalid: "PixConsultaInvalida" } as const
const hook = { bases: ["pix"], invalid: "WebhookOperacaoInvalida" } as const
const rec = { bases: ["rec"], invalid: "RecOperacaoInvalida" } as const
const locrec = { bases: ["rec"], invalid: "PayloadLocationRecConsultaInvalida" } as const
const solicrec = { bases: ["rec"], invalid: "SolicRecOperacaoInvalida" } as const
const cobr = { bases: ["cobr"], invalid: "CobROperacaoInvalida" } as const
const recHook = { bases: ["rec"], path: "/webhookrec", invalid: "WebhookRecOperacaoInvalida" } as const
const cobrHook = { bases: ["cobr", "rec"], path: "/webhookcobr", invalid: "WebhookCobROperacaoInvalida" } as const
const recHooks = hookOperations("rec", recHook.invalid)
const cobrHooks = hookOperations("cobr", cobrHook.invalid)

export const OPERATIONS = {
  putCob: { ...cob, method: "PUT", path: "/cob/{txid}", scope: "cob.write", run: putCharge },
  patchCob: { ...cob, method: "PATCH", path: "/cob/{txid}", scope: "cob.write", run: patchCharge },
  getCob: { ...cob, method: "GET", path: "/cob/{txid}", scope: "cob.read", invalid: "CobConsultaInvalida", run: getCharge },
  postCob: { ...cob, method: "POST", path: "/cob", scope: "cob.write", run: postCharge },
  listCob: { ...cob, method: "GET", path: "/cob", scope: "cob.read", invalid: "CobConsultaInvalida", run: listCharges },
  putCobv: { ...cobv, method: "PUT", path: "/cobv/{txid}", scope: "cobv.write", run: putDue },
  patchCobv: { ...cobv, method: "PATCH", path: "/cobv/{txid}", scope: "cobv.write", run: patchDue },
  getCobv: { ...cobv, method: "GET", path: "/cobv/{txid}", scope: "cobv.read", invalid: "CobVConsultaInvalida", run: getDue },
  listCobv: { ...cobv, method: "GET", path: "/cobv", scope: "cobv.read", invalid: "CobVConsultaInvalida", run: listDue },
  getPix: { ...pix, method: "GET", path: "/pix/{e2eid}", scope: "pix.read", run: getPix },
  listPix: { ...pix, method: "GET", path: "/pix", scope: "pix.read", run: listPix },
  putDevolucao: {
    ...{ ...pix, method: "PUT", path: "/pix/{e2eid}/devolucao/{id}", scope: "pix.write" },
    ...{ invalid: "PixDevolucaoInvalida", run: putReturn },
  },
  getDevolucao: { ...pix, method: "GET", path: "/pix/{e2eid}/devolucao/{id}", scope: "pix.read", run: getReturn },
  putWebhook: { ...hook, method: "PUT", path: "/webhook/{chave}", scope: "webhook.write", run: putHook },
  getWebhook: { ...hook, method: "GET", path: "/webhook/{chave}", scope: "webhook.read", run: getHook },
  deleteWebhook: { ...hook, method: "DELETE", path: "/webhook/{chave}", scope: "webhook.write", run: deleteHook },
  listWebhook: { ...hook, method: "GET", path: "/webhook", scope: "webhook.read", run: listHooks },
  postRec: { ...rec, method: "POST", path: "/rec", scope: "rec.write", run: postMandate },
  patchRec: { ...rec, method: "PATCH", path: "/rec/{idRec}", scope: "rec.write", run: patchMandate },
  getRec: { ...rec, method: "GET", path: "/rec/{idRec}", scope: "rec.read", invalid: "RecConsultaInvalida", run: getMandate },
  listRec: { ...rec, method: "GET", path: "/rec", scope: "rec.read", invalid: "RecConsultaInvalida", run: listMandates },
  postLocrec: { ...locrec, method: "POST", path: "/locrec", scope: "payloadlocationrec.write", run: postLocation },
  getLocrec: { ...locrec, method: "GET", path: "/locrec/{id}", scope: "payloadlocationrec.read", run: getLocation },
  listLocrec: { ...locrec, method: "GET", path: "/locrec", scope: "payloadlocationrec.read", run: listLocations },
  unlinkLocrec: {
    ...locrec,
    method: "DELETE",
    path: "/locrec/{id}/idRec",
    scope: "payloadlocationrec.write",
    run: unlinkLocation,
  },
  postSolicrec: { ...solicrec, method: "POST", path: "/solicrec", scope: "solicrec.write", run: postRequest },
  getSolicrec: { ...solicrec, method: "GET", path: "/solicrec/{idSolicRec}", scope: "solicrec.read", run: getRequest },
  patchSolicrec: { ...solicrec, method: "PATCH", path: "/solicrec/{idSolicRec}", scope: "solicrec.write", run: patchRequest },
  putCobr: { ...cobr, method: "PUT", path: "/cobr/{txid}", scope: "cobr.write", run: putRecurring },
  patchCobr: { ...cobr, method: "PATCH", path: "/cobr/{txid}", scope: "cobr.write", run: patchRecurring },
  getCobr: {
    ...cobr,
    method: "GET",
    path: "/cobr/{txid}",
    scope: "cobr.read",
    invalid: "CobRConsultaInvalida",
    run: getRecurring,
  },
  postCobr: { ...cobr, method: "POST", path: "/cobr", scope: "cobr.write", run: postRecurring },
  listCobr: { ...cobr, method: "GET", path: "/cobr", scope: "cobr.read", invalid: "CobRConsultaInvalida", run: listRecurring },
  retryCobr: { ...cobr, method: "POST", path: "/cobr/{txid}/retentativa/{data}", scope: "cobr.write", run: postRetry },
  putWebhookrec: { ...recHook, method: "PUT", scope: "webhookrec.write", run: recHooks.put },
  getWebhookrec: { ...recHook, method: "GET", scope: "webhookrec.read", run: recHooks.get },
  deleteWebhookrec: { ...recHook, method: "DELETE", scope: "webhookrec.write", run: recHooks.delete },
  putWebhookcobr: { ...cobrHook, method: "PUT", scope: "webhookcobr.write", run: cobrHooks.put },
  getWebhookcobr: { ...cobrHook, method: "GET", scope: "webhookcobr.read", run: cobrHooks.get },
  deleteWebhookcobr: { ...cobrHook, method: "DELETE", scope: "webhookcobr.write", run: cobrHooks.delete },
} as const satisfies Record<string, Operation>

/** What faults and the log of calls name. */
export type OperationName = keyof typeof OPERATIONS | "token"

/** The operation of a request, with the parameters in its path. Undefined where this bank has no such path. */
export function operationOf(
  method: string,
  pathname: string,
  { base, automatic }: Profile,
): { name: keyof typeof OPERATIONS; operation: Operation; params: Record<string, string> } | undefined {
  const prefixes = { pix: base, ...automatic }
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    if (operation.method !== method) continue
    const found = operation.bases.map((one) => match(prefixes[one] + operation.path, pathname)).find((params) => params)
    if (found) return { name: name as keyof typeof OPERATIONS, operation, params: found }
  }
  return undefined
}

function match(template: string, pathname: string): Record<string, string> | undefined {
  const [expected, given] = [template.split("/"), pathname.split("/")]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const text = given[index]!
    if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(text)
    else if (part !== text) return undefined
  }
  return params
}
