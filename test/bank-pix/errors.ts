import { randomUUID } from "node:crypto"
import type { Profile } from "./profiles.ts"
import type { Refusal, Reply } from "./types.ts"

const ROOT = "https://pix.bcb.gov.br/api/v2/error/"

/** What the general errors are called by their status. */
const TITLES: Record<number, string> = {
  400: "Operação inválida.",
  403: "Acesso Negado",
  404: "Não Encontrado",
  409: "Conflito",
  410: "Removido",
  500: "Erro Interno",
  503: "Serviço Indisponível",
  504: "Tempo Esgotado",
}

/** What a bank with this profile answers to a request that it refuses. */
export function refusalReply({ error, status, violations }: Refusal, profile: Pick<Profile, "errors" | "notFound">): Reply {
  const name = status === 404 && profile.notFound === "general" ? "NaoEncontrado" : error
  if (profile.errors === "efi") return efiReply(status, name, violations[0]?.razao)
  return { ...problemReply(status, name, violations), ...(status === 409 && { outside: true }) }
}

/** RFC 7807. */
export function problemReply(status: number, name: string, violacoes: object[] = []): Reply {
  const body = {
    type: ROOT + name,
    title: TITLES[status] ?? name,
    status,
    ...(violacoes.length > 0 && { detail: "A requisição não respeita o schema ou está semanticamente errada.", violacoes }),
    correlationId: randomUUID(),
  }
  return { status, type: "application/problem+json", body }
}

/** Efí's own shape: names in small letters. */
export function efiReply(status: number, name: string, message = "Requisição recusada"): Reply {
  const nome = name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase()
  return { status, type: "application/json", body: { nome, mensagem: message }, outside: true }
}

/** A gateway in front of the bank. */
export function gatewayReply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  const body = { httpCode: String(status), httpMessage: text, moreInformation: text }
  return { status, type: "application/json", body, headers, outside: true }
}

export function htmlReply(status: number): Reply {
  const text = `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`
  return { status, type: "text/html", text, outside: true }
}

export function soapReply(status = 500): Reply {
  const fault = "<faultcode>soap:Server</faultcode><faultstring>Internal Error</faultstring>"
  const text = `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body></soap:Envelope>`
  return { status, type: "text/xml", text, outside: true }
}

/** A failure of the bank itself. */
export function failureReply(status: number, { failures, errors }: Pick<Profile, "failures" | "errors">): Reply {
  if (failures === "soap") return soapReply(status)
  const name = { 503: "ServicoIndisponivel", 504: "IndisponibilidadePorTempoEsgotado" }[status] ?? "ErroInternoDoServidor"
  if (errors === "efi") return efiReply(status, name, "Ocorreu um erro interno")
  return { ...problemReply(status, name), ...(![500, 503, 504].includes(status) && { outside: true }) }
}
