import type { ErrorObject } from "ajv"
import type { Contract, Operation } from "../contract.ts"
import { ApiError } from "../errors.ts"
import type { Middleware } from "./context.ts"

/** Checks the query and the body against the contract. Throws the first error, with its path in `param`. */
export function validate(contract: Contract): Middleware {
  return (ctx, next) => {
    const { operation, params, body } = ctx.state
    ctx.state.query = readQuery(operation, ctx.querystring)
    ctx.state.input = creates(operation) ? withoutNulls(body, bodySchema(operation)) : body
    const requestBody = operation.requestBody ? ctx.state.input : undefined
    if (ctx.method === "POST" && !operation.requestBody) {
      const [unknown] = Object.keys(body)
      if (unknown) throw unknownParameter(unknown)
    }
    const error = contract.check(operation, { path: params, query: ctx.state.query, header: ctx.headers, requestBody })
    if (error) throw toParameterError(error, { query: ctx.state.query, header: ctx.headers, requestBody }, operation)
    return next()
  }
}

/**
 * Checks what does not come from a request, such as a form of the dashboard, as the body of an operation, and returns it as the
 * operation's handler would get it. Throws the first error.
 */
export function checkedBody<Body>(contract: Contract, operationId: string, body: Record<string, unknown>): Body {
  const operation = contract.operations.find((each) => each.operationId === operationId)!
  const requestBody = creates(operation) ? withoutNulls(body, bodySchema(operation)) : body
  const checked = { query: {}, header: {}, requestBody }
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, "_"])
  const error = contract.check(operation, { path: Object.fromEntries(names), ...checked })
  if (error) throw toParameterError(error, checked, operation)
  return requestBody as Body
}

function creates(operation: Operation): boolean {
  return "201" in (operation.responses ?? {})
}

type Schema = { properties?: Record<string, Schema>; oneOf?: Schema[] }

function bodySchema({ requestBody }: Operation): Schema {
  return (requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content["application/json"]?.schema ?? {}
}

/**
 * Leaves out the members that are null, as null means absent on create. A null member that no branch of the schema names is kept,
 * so that it is refused like any unknown member.
 */
function withoutNulls(value: object, schema: Schema): Record<string, unknown> {
  const known = membersOf(schema)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const within = Object.hasOwn(known, name) ? known[name] : undefined
      if (!within) return [[name, member]]
      if (member === null) return []
      return [[name, typeof member === "object" && !Array.isArray(member) ? withoutNulls(member, within) : member]]
    }),
  )
}

function membersOf({ properties, oneOf = [] }: Schema): Record<string, Schema> {
  return Object.assign({}, ...oneOf.map(membersOf), properties)
}

type QueryParameter = { name: string; in: string; schema?: { type?: string } }

function readQuery(operation: Operation, querystring: string): Record<string, string | number> {
  if (querystring === "") return {}
  const known = ((operation.parameters ?? []) as QueryParameter[]).filter((parameter) => parameter.in === "query")
  const query: Record<string, string | number> = {}
  for (const [name, value] of new URLSearchParams(querystring)) {
    const parameter = known.find((candidate) => candidate.name === name)
    if (!parameter) throw unknownParameter(name)
    if (name in query) throw new ApiError("parameter_invalid", `'${name}' was sent more than once.`, name)
    if (value === "" || /[\0\uFFFD]/.test(value))
      throw new ApiError("parameter_invalid", `'${name}' is empty, has a NUL character or is not UTF-8.`, name)
    query[name] = parameter.schema?.type === "integer" ? readDigits(name, value) : value
  }
  return query
}

function readDigits(name: string, value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new ApiError("parameter_invalid", `'${name}' must be a whole number in plain digits.`, name)
}

function unknownParameter(path: string): ApiError {
  const param = shortened(path)
  return new ApiError("parameter_unknown", `'${param}' is not a parameter of this endpoint.`, param)
}

/** A caller chooses the names of members, so they can be as long as the body. */
function shortened(path: string): string {
  return path.slice(0, 100)
}

type Checked = { query: unknown; header: unknown; requestBody: unknown }

function toParameterError(error: ErrorObject, checked: Checked, operation: Operation): ApiError {
  // The first segment is the place: path, query, header or requestBody.
  const [place, ...path] = error.instancePath.split("/").slice(1).map(unescapePointer)
  const inside = (name: string) => [...path, name].join(".")
  if (error.keyword === "required") {
    const name: string = error.params.missingProperty
    return missing(place === undefined ? name : inside(name))
  }
  if (error.keyword === "additionalProperties") return unknownParameter(inside(error.params.additionalProperty))
  if (error.keyword === "discriminator") {
    const tag = inside(error.params.tag)
    return error.params.tagValue == null ? missing(tag) : invalid(tag, `'${tag}' has an unknown value.`)
  }
  const param = place === "header" ? canonicalHeader(operation, path[0]!) : shortened(path.join("."))
  if (valueAt(checked, [place!, ...path]) === null && isRequired(error)) return missing(param)
  return invalid(param, `'${param}' ${explain(error)}.`)
}

function missing(param: string): ApiError {
  return new ApiError("parameter_missing", `'${param}' is required.`, param)
}

function invalid(param: string, message: string): ApiError {
  return new ApiError("parameter_invalid", message, param)
}

/** Whether a null counts as a missing member (openapi.yaml, Requests). */
function isRequired(error: ErrorObject): boolean {
  const name = error.instancePath.split("/").pop()!
  const required = (error.parentSchema as { nullable?: boolean } | undefined)?.nullable !== true
  return required && !/^\d+$/.test(name)
}

function explain({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === "pattern" && parentSchema?.description)
    return `has the wrong form: ${parentSchema.description.replace(/\s+/g, " ").replace(/\.$/, "")}`
  if (keyword === "enum") return `must be one of ${params.allowedValues.filter((value: unknown) => value !== null).join(", ")}`
  return (message ?? "is invalid").replace("must NOT", "must not")
}

function canonicalHeader(operation: Operation, lowerCase: string): string {
  const parameters = (operation.parameters ?? []) as QueryParameter[]
  return parameters.find(({ name }) => name.toLowerCase() === lowerCase)?.name ?? lowerCase
}

function valueAt(root: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], root)
}

function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~")
}
