// What is wrong with Banco Central's file, and what is done about it. Each repair has to find its fault: a newer file may not have it.
import { at, type Json, objectsIn } from "./json.ts"

/** `mend` changes the document, and returns in how many places. */
export type Repair = { fault: string; places: number; mend(document: Json): number }

const SCHEMAS = "components.schemas"

export const REPAIRS: readonly Repair[] = [
  { fault: "patterns are written as JavaScript literals: /^…$/", places: 14, mend: patterns(/^\/(.*)\/$/, "$1") },
  { fault: "patterns have no ^…$, so longer texts pass", places: 49, mend: patterns(/^(?!\^)(.*)$/, "^(?:$1)$") },
  { fault: "RecBase requires members that POST /rec does not have", ...not("RecBase", "idRec", "retentativa") },
  {
    fault: "RecNotification requires a member whose name has a stray quote",
    ...required("RecNotification", 'atualizacao"', "atualizacao"),
  },
  { fault: "SolicRecBase requires pagador, which is no member", ...not("SolicRecBase", "pagador") },
  { fault: "SolicRecCompleta requires rec, which is no member: it is recPayload", ...not("SolicRecCompleta", "rec") },
  {
    fault: "the items of CobsConsultadas require idCob, which is no member",
    ...not("CobsConsultadas.properties.cobs.items.allOf.1", "idCob"),
  },
  { fault: "the items of CobsVConsultadas require idCob", ...not("CobsVConsultadas.properties.cobs.items.allOf.1", "idCob") },
  { fault: "PixConsultados requires cobs: it is pix", ...required("PixConsultados", "cobs", "pix") },
  { fault: "requests name a location by {id} alone", ...not("PayloadLocationCob", "tipoCob") },
  { fault: "PayloadLocationRecGerada requires tipo, which is no member", ...not("PayloadLocationRecGerada", "tipo") },
  {
    fault: "DadosRecebedor requires beside recebedor what is in it",
    ...not("DadosRecebedor", "logradouro", "cidade", "uf", "cep"),
  },
  { fault: "DadosPagadorRec requires beside pagador what is in it", places: 1, mend: moveIntoPagador },
  {
    fault: "infoAdicionais is an array with a maximum",
    places: 1,
    mend: ({ components: { schemas } }) => rename(schemas.CobBase.properties.infoAdicionais, "maximum", "maxItems"),
  },
  { fault: "the default of expiracao is a text", places: 1, mend: set("CobExpiracao.properties.expiracao", { default: 86400 }) },
  { fault: "location is called a uri, but has no scheme", places: 6, mend: withoutUri },
  {
    fault: "CobGerada.loc requires members that no example has",
    ...not("CobGerada.allOf.2.properties.loc", "txid", "criacao", "tipoCob"),
  },
  {
    fault: "CobVGerada.loc requires members that no example has",
    ...not("CobVGerada.allOf.3.properties.loc", "txid", "criacao"),
  },
  { fault: "the location in a charge has no criacao, and sometimes no tipoCob", ...not("PayloadLocation", "criacao", "tipoCob") },
  { fault: "CobVGerada requires a location that it does not declare", places: 1, mend: declareLocation },
  { fault: "CobRGerada.recebedor requires cnpj and nome, which most examples lack", places: 1, mend: personOfCobR },
  {
    fault: "RecAtivacao requires tipoJornada, which no example has there",
    ...not("RecAtivacao.properties.ativacao", "tipoJornada"),
  },
  { fault: "a static code's txid of 1 to 25 fits no pattern of Pix.txid", places: 4, mend: shortTxid },
  {
    fault: "a closing of either kind fits both branches of encerramento",
    places: 2,
    mend: ({ components: { schemas } }) =>
      sum([schemas.RecEncerramento, schemas.CobRAtualizacao].map((one) => requireOwn(one.properties.encerramento))),
  },
  {
    fault: "a withdrawal fits both branches of retirada",
    places: 2,
    mend: ({ components: { schemas } }) =>
      sum([schemas.CobValor, schemas.CobPayloadValor].map((one) => requireOwn(one.properties.retirada))),
  },
  {
    fault: "a discount fits both branches of desconto",
    places: 1,
    mend: ({ components: { schemas } }) => requireOwn(schemas.CobVValor.properties.desconto),
  },
  {
    fault: "PixAutomatico.valor is a text, and has to be an object too",
    places: 1,
    mend: ({ components: { schemas } }) => drop(schemas.PixAutomatico.properties.valor, "anyOf"),
  },
  {
    fault: "the two branches of RecRevisada's devedor are the same, so both fit",
    places: 1,
    mend: ({ components: { schemas } }) =>
      Number(schemas.RecRevisada.allOf[1].properties.vinculo.properties.devedor.oneOf.pop() !== undefined),
  },
  {
    fault: "RecGerada lacks politicaRetentativa, which its examples have",
    places: 1,
    mend: extend("RecGerada", "RecConfiguracao"),
  },
  {
    fault: "CobRGerada lacks policy, history and tries, which its examples have",
    places: 3,
    mend: extend("CobRGerada", "CobRConfiguracao", "CobRAtualizacao", "CobRTentativas"),
  },
  {
    fault: "WebhookCompleto has cnpj where its example has chave",
    places: 1,
    mend: set("WebhookCompleto.properties", { chave: { type: "string", maxLength: 77 } }),
  },
  { fault: "PATCH /solicrec is documented with 201, although it makes nothing", places: 1, mend: alsoOk },
]

/** Mends the document. Throws if a repair does not find its fault. */
export function repair(document: Json): void {
  for (const { fault, places, mend } of REPAIRS) {
    const found = mend(document)
    if (found !== places) throw new Error(`the contract has another fault than known (${fault}): ${found} places, not ${places}`)
  }
}

function patterns(from: RegExp, to: string) {
  return (document: Json): number => {
    const found = objectsIn(document).filter(({ object }) => typeof object.pattern === "string" && from.test(object.pattern))
    for (const { object } of found) object.pattern = object.pattern.replace(from, to)
    return found.length
  }
}

/** No longer requires these members at a place in the schemas. Each of them has to be required there. */
function not(place: string, ...names: string[]): Pick<Repair, "places" | "mend"> {
  return {
    places: names.length,
    mend(document) {
      const schema = at(document, `${SCHEMAS}.${place}`)
      const before: string[] = schema.required
      schema.required = before.filter((name) => !names.includes(name))
      return before.length - schema.required.length
    },
  }
}

/** Requires a member of another name. */
function required(place: string, from: string, to: string): Pick<Repair, "places" | "mend"> {
  return {
    places: 1,
    mend(document) {
      const { required: names } = at(document, `${SCHEMAS}.${place}`)
      const index = names.indexOf(from)
      if (index >= 0) names[index] = to
      return Number(index >= 0)
    },
  }
}

function set(place: string, members: Json) {
  return (document: Json): number => {
    const target = at(document, `${SCHEMAS}.${place}`)
    const changed = Object.keys(members).filter((name) => target[name] !== members[name])
    Object.assign(target, members)
    return changed.length
  }
}

function drop(schema: Json, name: string): number {
  const had = Object.hasOwn(schema, name)
  delete schema[name]
  return Number(had)
}

function rename(schema: Json, from: string, to: string): number {
  schema[to] = schema[from]
  return drop(schema, from)
}

/** Each branch requires what it alone has. */
function requireOwn(schema: Json): number {
  for (const branch of schema.oneOf) branch.required = Object.keys(branch.properties)
  return 1
}

function extend(name: string, ...parts: string[]) {
  return ({ components: { schemas } }: Json): number =>
    parts.filter((part) => schemas[name].allOf.push({ $ref: `#/components/schemas/${part}` })).length
}

function moveIntoPagador({ components: { schemas } }: Json): number {
  const { DadosPagadorRec: schema } = schemas
  schema.properties.pagador.required = schema.required
  return drop(schema, "required")
}

function withoutUri(document: Json): number {
  const found = objectsIn(document).filter(({ name, object }) => /^(location|schema)$/.test(name) && object.format === "uri")
  return sum(found.map(({ object }) => drop(object, "format")))
}

function declareLocation({ components: { schemas } }: Json): number {
  return schemas.CobVGerada.allOf.push({ properties: { location: { type: "string", maxLength: 77 } } }) && 1
}

function personOfCobR({ components: { schemas } }: Json): number {
  const place = schemas.CobRGerada.allOf[4].properties
  const { properties } = schemas.PessoaJuridicaRecorrencia
  const known = Object.hasOwn(place, "recebedor")
  place.recebedor = { type: "object", properties }
  return Number(known)
}

/** The second part of the pattern is the right one. */
function shortTxid({ components: { schemas }, paths }: Json): number {
  const { parameters } = paths["/pix"].get
  const parameter = parameters.find(({ name }: Json) => name === "txid").schema
  const members = ["Pix", "PixAutomatico", "ParametrosConsultaPix"].map((name) => schemas[name].properties.txid)
  return sum([parameter, ...members].map((one) => Number(one.allOf.shift() !== undefined)))
}

function alsoOk({ paths }: Json): number {
  const { responses } = paths["/solicrec/{idSolicRec}"].patch
  const had = Object.hasOwn(responses, "200")
  responses["200"] = responses["201"]
  return Number(!had)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
