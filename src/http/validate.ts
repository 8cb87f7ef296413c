import type { ErrorObject } from "ajv"
import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError } from "../base/errors.ts"
import { must } from "../base/must.ts"
import type { Contract } from "../contract/contract.ts"
import type { Operation } from "../contract/operation.ts"
import { NEWEST_VERSION } from "../versions.ts"
import type { Middleware } from "./context.ts"
import { explain } from "./explain.ts"
import { nearest } from "./nearest.ts"

/** Checks the query and the body against the contract. Throws the first error, with its path in `param`. */
export function validate(contract: Contract): Middleware {
  return (ctx, next) => {
    const { operation, params, body } = ctx.state
    ctx.state.query = readQuery(operation, ctx.querystring)
    ctx.state.input = creates(operation) ? withoutNulls(body, bodySchema(operation)) : body
    const requestBody = operation.requestBody ? ctx.state.input : undefined
    if (ctx.method === "POST" && !operation.requestBody) {
      const [unknown] = Object.keys(body)
      if (unknown) throw unknownParameter([], unknown, [])
    }
    const error = contract
      .at(ctx.state.version ?? NEWEST_VERSION)
      .check(operation, { path: params, query: ctx.state.query, header: ctx.headers, requestBody })
    if (error) throw toParameterError(error, { query: ctx.state.query, header: ctx.headers, requestBody }, operation)
    return next()
  }
}

/**
 * Checks data that does not come from an API request, such as a dashboard form, as the body of an operation. Returns the body for the
 * operation's handler. Throws the first error.
 */
export function checkedBody<Body>(contract: Contract, operationId: string, body: Record<string, unknown>): Body {
  const operation = must(
    contract.operations.find((each) => each.operationId === operationId),
    operationId,
  )
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

type Schema = { properties?: Record<string, Schema>; oneOf?: Schema[]; enum?: unknown[] }

function bodySchema({ requestBody }: Operation): Schema {
  return (requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content["application/json"]?.schema ?? {}
}

/**
 * Removes members that are null, because null means absent on create. A null member that the schema does not name is kept, so it is refused
 * like any unknown member.
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
    if (!parameter)
      throw unknownParameter(
        [],
        name,
        known.map((each) => each.name),
      )
    if (name in query) throw invalid(name, `'${name}' was sent more than once. Send it once.`)
    if (value === "") throw invalid(name, `'${name}' is empty. Send a value, or leave it out.`)
    if (/[\0\uFFFD]/.test(value)) throw invalid(name, `'${name}' has a NUL character or is not UTF-8. Send text in UTF-8.`)
    query[name] = parameter.schema?.type === "integer" ? readDigits(name, value) : value
  }
  return query
}

function readDigits(name: string, value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw invalid(name, `'${name}' must be a whole number in plain digits, such as 10.`)
}

/** `known` are the names that are allowed in place of `name`. */
function unknownParameter(path: string[], name: string, known: string[]): ApiError {
  const param = shortened([...path, name].join("."))
  const meant = nearest(name, known)
  const advice = meant ? ` Did you mean '${[...path, meant].join(".")}'?` : ""
  return new ApiError("parameter_unknown", `'${param}' is not a parameter of this endpoint.${advice}`, param)
}

/** A 64 KiB body has room for thousands of names, and comparing them takes time. */
const MAX_COMPARED = 50

/** A caller chooses the names of members, so a name can be as long as the body. */
function shortened(path: string): string {
  return maskCardNumbers(path, 100)
}

type Checked = { query: unknown; header: unknown; requestBody: unknown }

function toParameterError(error: ErrorObject, checked: Checked, operation: Operation): ApiError {
  // The first segment is the location: path, query, header or requestBody.
  const whole = error.instancePath.split("/").slice(1).map(unescapePointer)
  const [place, ...path] = whole
  const inside = (name: string) => [...path, name].join(".")
  if (error.keyword === "required") {
    const name: string = error.params.missingProperty
    return missing(place === undefined ? name : inside(name), sentFor(name, error))
  }
  if (error.keyword === "additionalProperties") {
    const { properties = {} } = error.parentSchema as Schema
    return unknownParameter(path, error.params.additionalProperty, Object.keys(properties))
  }
  if (error.keyword === "discriminator") {
    const tag = inside(error.params.tag)
    return error.params.tagValue == null ? missing(tag) : invalid(tag, `'${tag}' must be one of ${tagsOf(error).join(", ")}.`)
  }
  const name = path.join(".")
  const param = place === "header" ? canonicalHeader(operation, name) : shortened(name)
  if (valueAt(checked, whole) === null && isRequired(error)) return missing(param)
  return invalid(param, `'${param}' ${explain(error)}`)
}

/** Returns the discriminator values of the schema's branches. Each branch has one. */
function tagsOf({ params, parentSchema }: ErrorObject): unknown[] {
  const { oneOf = [] } = parentSchema as Schema
  return oneOf.flatMap(({ properties }) => properties?.[params.tag]?.enum ?? [])
}

/**
 * A mistyped name of a required parameter is first reported as a missing parameter. Returns the unknown name that was sent in its place.
 */
function sentFor(name: string, { data, parentSchema }: ErrorObject): string | undefined {
  const { properties = {} } = parentSchema as Schema
  const unknown = Object.keys(data as object).filter((each) => !Object.hasOwn(properties, each))
  return nearest(name, unknown.slice(0, MAX_COMPARED))
}

function missing(param: string, sent?: string): ApiError {
  const advice = sent ? ` You sent '${sent}' instead.` : ""
  return new ApiError("parameter_missing", `'${param}' is required.${advice}`, param)
}

function invalid(param: string, message: string): ApiError {
  return new ApiError("parameter_invalid", message, param)
}

/** Returns whether a null counts as a missing member (openapi.yaml, Requests). */
function isRequired(error: ErrorObject): boolean {
  const name = error.instancePath.slice(error.instancePath.lastIndexOf("/") + 1)
  const required = (error.parentSchema as { nullable?: boolean } | undefined)?.nullable !== true
  return required && !/^\d+$/.test(name)
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
