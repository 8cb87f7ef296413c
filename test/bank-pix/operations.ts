import type { Bank, Call } from "./bank.ts"
import { getCharge, listCharges, patchCharge, postCharge, putCharge } from "./charges/operations.ts"
import { getPix, getReturn, listPix, putReturn } from "./money/operations.ts"
import type { Profile } from "./profiles.ts"
import type { Reply } from "./types.ts"
import { deleteHook, getHook, listHooks, putHook } from "./webhooks/operations.ts"

/** An operation of the contract. `invalid` is the name of the error where a request does not have the contract's shape. */
export type Operation = {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE"
  path: string
  base: "pix" | "rec" | "cobr"
  scope: string
  invalid: string
  run(bank: Bank, call: Call): Reply | Promise<Reply>
}

const cob = { base: "pix", invalid: "CobOperacaoInvalida" } as const
const pix = { base: "pix", invalid: "PixConsultaInvalida" } as const
const hook = { base: "pix", invalid: "WebhookOperacaoInvalida" } as const

export const OPERATIONS = {
  putCob: { ...cob, method: "PUT", path: "/cob/{txid}", scope: "cob.write", run: putCharge },
  patchCob: { ...cob, method: "PATCH", path: "/cob/{txid}", scope: "cob.write", run: patchCharge },
  getCob: { ...cob, method: "GET", path: "/cob/{txid}", scope: "cob.read", invalid: "CobConsultaInvalida", run: getCharge },
  postCob: { ...cob, method: "POST", path: "/cob", scope: "cob.write", run: postCharge },
  listCob: { ...cob, method: "GET", path: "/cob", scope: "cob.read", invalid: "CobConsultaInvalida", run: listCharges },
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
} as const satisfies Record<string, Operation>

/** What faults and the log of calls name. */
export type OperationName = keyof typeof OPERATIONS | "token"

/** The operation of a request, with the parameters in its path. Undefined where this bank has no such path. */
export function operationOf(
  method: string,
  pathname: string,
  { base, automatic }: Profile,
): { name: keyof typeof OPERATIONS; operation: Operation; params: Record<string, string> } | undefined {
  const bases = { pix: base, ...automatic }
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const params = operation.method === method && match(bases[operation.base] + operation.path, pathname)
    if (params) return { name: name as keyof typeof OPERATIONS, operation, params }
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
