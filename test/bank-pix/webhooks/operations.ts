import { type Bank, type Call, type Hook, hookKey, idOf } from "../bank.ts"
import { stamp } from "../clock.ts"
import { pageOf, periodOf } from "../lists.ts"
import { notFound, type Reply, refuse } from "../types.ts"

const LIST_INVALID = "WebhookConsultaInvalida"

/** `PUT /webhook/{chave}`: one address for each key. */
export async function putHook(bank: Bank, { account, params, body, headers }: Call): Promise<Reply> {
  const key = params.chave!
  refuse("WebhookOperacaoInvalida", [
    !account.keys.has(key) && {
      razao: "O parâmetro chave não corresponde a uma chave DICT pertencente a este usuário recebedor.",
      propriedade: "chave",
    },
  ])
  await checkUrl(bank, "WebhookOperacaoInvalida", body?.webhookUrl, headers)
  const hook: Hook = { cnpj: account.cnpj, kind: "pix", key, url: body.webhookUrl, created: bank.clock.now() }
  bank.hooks.set(hookKey("pix", idOf(account.cnpj, key)), hook)
  return { status: 200 }
}

/** Throws a refusal unless an address may be called. */
export async function checkUrl(bank: Bank, error: string, url: unknown, headers: Call["headers"]): Promise<void> {
  const isAddress = typeof url === "string" && URL.canParse(url) && new URL(url).protocol === "https:"
  const wrong = { razao: "Campo webhook.webhookUrl não respeita o schema.", propriedade: "webhook.webhookUrl" }
  refuse(error, [!isAddress && wrong])
  if (!bank.profile.webhook.probe || headers["x-skip-mtls-checking"] === "true") return
  const problem = await bank.probe(url as string)
  refuse(error, [problem !== undefined && { razao: problem, propriedade: "webhook.webhookUrl" }])
}

/** `GET /webhook/{chave}` */
export function getHook({ hooks }: Bank, { account, params }: Call): Reply {
  const hook = hooks.get(hookKey("pix", idOf(account.cnpj, params.chave!)))
  if (!hook) throw notFound("WebhookNaoEncontrado")
  return { status: 200, body: hookView(hook) }
}

/** `DELETE /webhook/{chave}` */
export function deleteHook({ hooks }: Bank, { account, params }: Call): Reply {
  if (!hooks.delete(hookKey("pix", idOf(account.cnpj, params.chave!)))) throw notFound("WebhookNaoEncontrado")
  return { status: 204 }
}

/** `GET /webhook` */
export function listHooks(bank: Bank, { account, query }: Call): Reply {
  const isLimited = query.inicio !== undefined && query.fim !== undefined
  const { from, to } = isLimited ? periodOf(bank, LIST_INVALID, query) : { from: 0, to: Number.POSITIVE_INFINITY }
  const own = [...bank.hooks.values()].filter(({ cnpj, kind }) => cnpj === account.cnpj && kind === "pix")
  const found = own.filter(({ created }) => created >= from && created <= to)
  const { parametros, page } = pageOf(LIST_INVALID, found, query)
  return { status: 200, body: { parametros, webhooks: page.map(hookView) } }
}

function hookView({ url, key, cnpj, created }: Hook): object {
  return { webhookUrl: url, chave: key, cnpj, criacao: stamp(created) }
}
