import type { Ajv, ErrorObject, ValidateFunction } from "ajv"
import { type Document, OpenAPIBackend } from "openapi-backend"
import { CARD_NUMBER_RULES, type CardNumberRule } from "../base/errors.ts"
import type { CheckedRequest, Operation } from "./operation.ts"

/** The operations of a document, and the check of their requests. */
export type Compiled = {
  operations: Operation[]
  /** Returns the first error of a request, or undefined. */
  check(operation: Operation, request: CheckedRequest): ErrorObject | undefined
}

/** Builds the operations of a document and their validators, with openapi-backend. A validator is compiled when it is first needed. */
export async function compile(document: Document): Promise<Compiled> {
  const backend = new OpenAPIBackend({
    definition: withoutMappings(document) as Document,
    quick: true,
    ignoreTrailingSlashes: false,
    // Formats are for readers and generators. Only the patterns and limits beside them are checked.
    ajvOpts: {
      strict: false,
      strictNumbers: true,
      discriminator: true,
      allErrors: false,
      unicodeRegExp: true,
      validateFormats: false,
      // Errors carry their schema, whose description explains a pattern.
      verbose: true,
    },
    customizeAjv: shareByOptions(),
  })
  await backend.init()
  const operations = backend.router.getOperations().map((operation) => ({
    ...operation,
    httpMethod: operation.method.toUpperCase(),
  })) as Operation[]

  const validators = new Map<string, ValidateFunction[]>()
  function check(operation: Operation, request: CheckedRequest): ErrorObject | undefined {
    let ofOperation = validators.get(operation.operationId)
    if (!ofOperation) {
      ofOperation = backend.validator.getRequestValidatorsForOperation(operation.operationId) ?? []
      validators.set(operation.operationId, ofOperation)
    }
    for (const validate of ofOperation) {
      if (!validate(request)) return validate.errors?.[0]
    }
    return undefined
  }

  return { operations, check }
}

/** Rules about several values. The domain checks them, because its errors say which value to leave out. */
const CHECKED_BY_HANDLERS = ["not", "minProperties"]

/** openapi-backend makes an Ajv for each operation and place. Sharing one Ajv for equal options makes the start five times as fast. */
function shareByOptions() {
  const shared = new Map<string, Ajv>()
  return (ajv: Ajv, options: unknown, place: unknown): Ajv => {
    const key = JSON.stringify([options, place])
    const known = shared.get(key)
    if (known) return known
    for (const keyword of CHECKED_BY_HANDLERS) ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword: "x-card-number",
      type: "string",
      validate: (rule: CardNumberRule, text: string) => !CARD_NUMBER_RULES[rule](text),
    })
    shared.set(key, ajv)
    return ajv
  }
}

/** Ajv rejects the `mapping` of a discriminator, which generators need. Ajv reads the values in the branches instead. */
function withoutMappings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMappings)
  if (node === null || typeof node !== "object") return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === "discriminator" && value?.propertyName ? { propertyName: value.propertyName } : withoutMappings(value),
    ]),
  )
}
