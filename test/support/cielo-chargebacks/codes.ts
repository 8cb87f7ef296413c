import type { Reply } from "./types.ts"

/**
 * The codes of the document, with their HTTP status: 400 for what is not well formed, 412 for rules of the business, 500 for what may be tried
 * again. The document says only that these statuses exist.
 */
const CODES = {
  "101": [200, "Chargeback acatado com sucesso"],
  "102": [200, "Chargeback recusado com sucesso"],
  "103": [200, "Nenhum registro encontrado"],
  "104": [200, "Documento obtido com sucesso"],
  "105": [200, "Documento do emissor obtido com sucesso"],
  "138": [400, "Tamanho da página superior a 200"],
  "901": [500, "Erro interno, tente novamente mais tarde"],
  "902": [412, "Caso não pertence ao estabelecimento"],
  "903": [400, "Formato do arquivo inválido"],
  "904": [400, "Documento não informado"],
  "905": [400, "Motivo da recusa com mais de 100 caracteres"],
  "906": [412, "Período superior a 180 dias"],
  "907": [400, "Formato de data inválido"],
  "908": [400, "Bandeira não informada"],
  "909": [400, "Estabelecimento ou matriz não informado"],
  "910": [400, "Estabelecimento deve ser numérico"],
  "911": [400, "Caso deve ser numérico"],
  "912": [400, "Bandeira deve ser numérica"],
  "914": [400, "TID com caracteres inválidos"],
  "915": [400, "TID com mais de 20 caracteres"],
  "916": [400, "Página menor que zero"],
  "917": [400, "Tamanho da página menor que um"],
  "918": [500, "Erro de banco de dados, tente novamente mais tarde"],
  "919": [400, "Status não informado"],
  "920": [400, "Período não informado"],
  "921": [400, "Data inicial não informada"],
  "922": [400, "Data final não informada"],
  "923": [400, "Data inicial posterior à final"],
  "924": [400, "Processo deve ser numérico"],
  "925": [400, "Motivo deve ser numérico"],
  "926": [400, "Chargeback não informado"],
  "927": [412, "Documento de suporte não encontrado"],
  "928": [400, "Chargeback deve ser numérico"],
  "929": [400, "Nome do arquivo deve ser o número do caso"],
  "930": [400, "Motivo da recusa não informado"],
  "931": [412, "Chargeback já tratado"],
  "932": [400, "Bandeira inválida"],
  "933": [400, "Ordenação inválida"],
  "934": [400, "Ordem inválida"],
  "935": [400, "NSU deve ser numérico"],
  "936": [400, "Matriz deve ser numérica"],
  "938": [412, "Documentos do emissor não encontrados"],
  "939": [400, "Documento deve ser numérico"],
  "941": [412, "Chargeback não pertence ao estabelecimento"],
} as const
export type Code = keyof typeof CODES

/** What a code says. */
export function messageOf(code: Code): string {
  return CODES[code][1]
}

/** An answer with a code. Where it is not well formed (400), the request has broken the document. */
export function coded(code: Code, detail = ""): Reply {
  const [status, message] = CODES[code]
  return { status, body: { code, message }, ...(status === 400 && { broken: [`${code} ${detail || message}`] }) }
}

/** An answer to what the document doesn't allow and has no code for. */
export function notAllowed(messages: string[], status = 400): Reply {
  return { status, body: { message: messages.join("; ") }, broken: messages }
}
