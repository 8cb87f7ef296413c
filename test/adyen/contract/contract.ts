// Adyen's files, as functions that say what is wrong with a request, an answer or a webhook.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ErrorObject, ValidateFunction } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import { JSON_SCHEMA, load } from "js-yaml"
import { closed, resolved } from "../../bank-pix/contract/closed.ts"
import { FORMATS } from "../../bank-pix/contract/formats.ts"
import type { Json } from "../../bank-pix/contract/json.ts"
import { contractFolder, FILES, NOT_CHECKED } from "./file.ts"
import { kindOf, repair } from "./repairs.ts"

/** Which of the two APIs an operation such as `/payments` belongs to. */
export type Api = "checkout" | "disputes"
type Documents = Record<keyof typeof FILES, Json>

/** What the files say. Each function returns what is wrong, and nothing if all is right. */
export type Contract = {
  documents: Documents
  request(api: Api, path: string, body: unknown): string[]
  answer(api: Api, path: string, status: number, body: unknown): string[]
  /** What is wrong with a webhook of one event code. Undefined if the file does not have the code. */
  webhook(code: string, body: unknown): string[] | undefined
  codes: string[]
}

let known: Contract | undefined
let wasTold = false

/** The contract, or undefined if its files are not beside the project. Then says so, once. */
export function findContract(): Contract | undefined {
  const folder = contractFolder()
  if (folder === undefined) {
    if (!wasTold) console.warn(NOT_CHECKED)
    wasTold = true
    return undefined
  }
  known ??= readContract(folder)
  return known
}

/** Reads the files, and mends them. Throws if they have other faults than those that are known. */
export function readContract(folder: string): Contract {
  const documents = Object.fromEntries(
    Object.entries(FILES).map(([name, file]) => [name, mended(name as keyof Documents, join(folder, file))]),
  ) as Documents
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { ...FORMATS, byte: BASE64 } })
  const validators = new Map<string, ValidateFunction>()
  const validator = (key: string, find: () => Json, document: Json): ValidateFunction => {
    const found = validators.get(key) ?? ajv.compile(closed(find(), document))
    validators.set(key, found)
    return found
  }
  const operation = (api: Api, path: string): Json => documents[api].paths[path].post
  return {
    documents,
    codes: Object.keys(documents.webhooks.webhooks).map((name) => name.slice(1)),
    request(api, path, body) {
      const schema = () => schemaOf(operation(api, path).requestBody)
      if (path !== "/payments") return problems(validator(`${api} ${path}`, schema, documents[api]), body, "body")
      const kind = kindOf((body as Json)?.paymentMethod?.type)
      if (!kind) return ["body.paymentMethod.type is none that the simulator plays"]
      return problems(
        validator(`${kind} ${path}`, () => withKind(resolved(schema(), documents.checkout), kind), documents[api]),
        body,
        "body",
      )
    },
    answer(api, path, status, body) {
      const described = operation(api, path).responses[String(status)]
      if (!described) return [`the contract has no answer ${status}`]
      return problems(
        validator(`${api} ${path} ${status}`, () => schemaOf(described), documents[api]),
        body,
        "answer",
      )
    },
    webhook(code, body) {
      const { webhooks } = documents
      const described = webhooks.webhooks[`/${code}`]?.post.requestBody
      return (
        described &&
        problems(
          validator(`webhook ${code}`, () => schemaOf(described), webhooks),
          body,
          code,
        )
      )
    },
  }
}

const BASE64 = (text: string) => /^[A-Za-z0-9+/]+={0,2}$/.test(text)

function mended(name: keyof Documents, file: string): Json {
  // Dates stay texts.
  const document = load(readFileSync(file, "utf8"), { schema: JSON_SCHEMA }) as Json
  repair(name, document)
  return document
}

function withKind(schema: Json, kind: string): Json {
  return { ...schema, properties: { ...schema.properties, paymentMethod: { $ref: `#/components/schemas/${kind}` } } }
}

function schemaOf({ content }: Json): Json {
  return content["application/json"].schema
}

function problems(validate: ValidateFunction, value: unknown, place: string): string[] {
  return validate(value) ? [] : [...new Set((validate.errors ?? []).map((error) => sentence(error, place)))]
}

/** Values are left out: they may be cards, or documents of people. */
function sentence({ instancePath, message, params }: ErrorObject, place: string): string {
  const path = instancePath.replaceAll("~1", "/").replaceAll("/", ".")
  const member = params.unevaluatedProperty ?? params.additionalProperty
  return member === undefined ? `${place}${path} ${message}` : `${place}${path} has no member ${member}`
}
