// Banco Central's contract, as functions that say what is wrong with a request or an answer.
import { readFileSync } from "node:fs"
import type { ErrorObject, ValidateFunction } from "ajv"
import { Ajv2019 } from "ajv/dist/2019.js"
import { JSON_SCHEMA, load } from "js-yaml"
import { closed, resolved } from "./closed.ts"
import { contractFile, NOT_CHECKED } from "./file.ts"
import { FORMATS } from "./formats.ts"
import type { Json } from "./json.ts"
import { repair } from "./repairs.ts"

/** The tags of the operations that are checked. Lots of charges with a due date, and locations for reuse are not played. */
export const TAGS = [
  "Cob",
  "CobV",
  "Pix",
  "Webhook",
  "Rec",
  "PayloadLocationRec",
  "SolicRec",
  "CobR",
  "WebhookRec",
  "WebhookCobR",
] as const

/** `path` and `query` are texts, as they came. */
export type Sent = { path: Record<string, string>; query: Record<string, string>; body?: unknown }

/** Which webhook: its requests are those that the bank makes. */
export type Callback = "pix" | "rec" | "cobr"
const CALLBACKS = { pix: "WebhookPixBody", rec: "WebhookRecBody", cobr: "WebhookCobRBody" } as const

/** Errors that every operation may have, although it may not list them. */
const GENERAL = ["400", "403", "404", "410", "500", "503", "504"]

/** What the contract says about an operation such as `PUT /cob/{txid}`. Each function returns what is wrong, and nothing if all is right. */
export type Contract = {
  document: Json
  operations: string[]
  request(operation: string, sent: Sent): string[]
  answer(operation: string, status: number, body: unknown): string[]
  callback(name: Callback, body: unknown): string[]
  /** Compiles everything, as `request` and `answer` do when it is needed. Returns how many validators there are. */
  compile(): number
}

let known: Contract | undefined
let wasTold = false

/** The contract, or undefined if its file is not beside the project. Then says so, once. */
export function findContract(): Contract | undefined {
  const file = contractFile()
  if (file === undefined) {
    if (!wasTold) console.warn(NOT_CHECKED)
    wasTold = true
    return undefined
  }
  known ??= readContract(readFileSync(file, "utf8"))
  return known
}

/** Reads the text of the contract, and mends it. Throws if it has other faults than those that are known. */
export function readContract(text: string): Contract {
  // Dates stay texts.
  const document = load(text, { schema: JSON_SCHEMA }) as Json
  repair(document)
  const operations = operationsOf(document)
  const ajv = new Ajv2019({ strict: false, allErrors: true, formats: FORMATS })
  const coercing = new Ajv2019({ strict: false, allErrors: true, formats: FORMATS, coerceTypes: true })
  const validators = new Map<string, ValidateFunction>()
  const validator = (key: string, schema: () => Json, one = ajv): ValidateFunction => {
    const found = validators.get(key) ?? one.compile(schema())
    validators.set(key, found)
    return found
  }
  const operationOf = (name: string): Json => {
    const found = operations.get(name)
    if (!found) throw new Error(`the contract has no ${name}`)
    return found
  }
  const body = (name: string) => jsonOf(resolved(operationOf(name).requestBody, document))
  const requests = {
    path: (name: string) => validator(`path ${name}`, () => parametersIn("path", operationOf(name), document), coercing),
    query: (name: string) => validator(`query ${name}`, () => parametersIn("query", operationOf(name), document), coercing),
    body: (name: string) => validator(`body ${name}`, () => closed(body(name), document)),
  }
  const answer = (name: string, status: string) =>
    validator(`${status} ${name}`, () => closed(schemaOfAnswer(operationOf(name), status, document), document))
  const callback = (name: Callback) =>
    validator(`callback ${name}`, () => closed(jsonOf(document.components.requestBodies[CALLBACKS[name]]), document))
  return {
    document,
    operations: [...operations.keys()],
    request: (name, sent) => [
      ...problems(requests.path(name), { ...sent.path }, "path"),
      ...problems(requests.query(name), { ...sent.query }, "query"),
      ...(body(name) ? problems(requests.body(name), sent.body, "body") : none(sent.body)),
    ],
    answer(name, status, sent) {
      if (!isKnown(operationOf(name), String(status))) return [`the contract has no answer ${status}`]
      return hasBody(operationOf(name), String(status), document)
        ? problems(answer(name, String(status)), sent, "answer")
        : none(sent)
    },
    callback: (name, sent) => problems(callback(name), sent, "callback"),
    compile() {
      for (const [name, operation] of operations) {
        requests.path(name)
        requests.query(name)
        if (body(name)) requests.body(name)
        for (const status of Object.keys(operation.responses)) if (hasBody(operation, status, document)) answer(name, status)
      }
      for (const name of Object.keys(CALLBACKS)) callback(name as Callback)
      return validators.size
    },
  }
}

function operationsOf({ paths }: Json): Map<string, Json> {
  const all = Object.entries<Json>(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      { ...operation, parameters: [...parameters, ...(operation.parameters ?? [])] },
    ]),
  )
  return new Map(all.filter(([, { tags }]) => tags.some((tag: (typeof TAGS)[number]) => TAGS.includes(tag))))
}

function parametersIn(place: "path" | "query", { parameters }: Json, document: Json): Json {
  const found: Json[] = parameters.map((one: Json) => resolved(one, document)).filter((one: Json) => one.in === place)
  return {
    type: "object",
    properties: Object.fromEntries(found.map(({ name, schema }) => [name, closed(schema, document)])),
    required: found.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function isKnown({ responses }: Json, status: string): boolean {
  return Object.hasOwn(responses, status) || GENERAL.includes(status)
}

function schemaOfAnswer({ responses }: Json, status: string, document: Json): Json {
  return jsonOf(resolved(responses[status], document)) ?? document.components.schemas.Problema
}

/** A general error that is not listed has one, too. */
function hasBody({ responses }: Json, status: string, document: Json): boolean {
  return !responses[status] || jsonOf(resolved(responses[status], document)) !== undefined
}

function jsonOf(described: Json): Json {
  const content = described?.content
  return (content?.["application/json"] ?? content?.["application/problem+json"])?.schema
}

function none(body: unknown): string[] {
  return body === undefined ? [] : ["there must be no body"]
}

function problems(validate: ValidateFunction, value: unknown, place: string): string[] {
  return validate(value) ? [] : [...new Set((validate.errors ?? []).map((error) => sentence(error, place)))]
}

/** Values are left out: they may be documents of people. */
function sentence({ instancePath, message, params }: ErrorObject, place: string): string {
  const path = instancePath.replaceAll("~1", "/").replaceAll("/", ".")
  const member = params.unevaluatedProperty ?? params.additionalProperty
  return member === undefined ? `${place}${path} ${message}` : `${place}${path} has no member ${member}`
}
