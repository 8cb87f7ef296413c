import { maskCardNumbers, mayHaveCardNumber } from "../base/card-numbers.ts"
import { isId } from "../base/ids.ts"
import type { RequestRecord } from "../requests/table.ts"
import { namesLiveKey } from "./authenticate.ts"
import type { Context } from "./context.ts"
import { resourceOf } from "./envelope.ts"
import { keptName, keptParameters } from "./kept-parameters.ts"

const MAX_USER_AGENT = 200
/** Path parts that look like those of the contract. In an unknown path, any other part may be a secret. */
const PART_OF_PATH = /^(v\d{1,2}|[a-z_-]{1,40})?$/
/** Only the first ids of a list are kept. */
const MAX_RESOURCES = 10

/**
 * Returns whether the request log includes this request. It includes API requests, but no pages, documents, health checks or preflights.
 */
export function isRecorded(ctx: Context): boolean {
  const { operation } = ctx.state
  if (operation) return operation.security?.length !== 0
  return ctx.method !== "OPTIONS" && ctx.path.startsWith("/v1/") && ctx.status >= 400
}

/** Returns whether the request belongs to live mode, by its key or by the text that it sent as a key. */
export function isOfLiveMode(ctx: Context): boolean {
  return ctx.state.keyOwner?.livemode ?? namesLiveKey(ctx)
}

/** Returns the log record of a request that has its response. The record contains nothing that may be a secret or a card number. */
export function recordOf(ctx: Context, seconds: number): RequestRecord {
  const { state } = ctx
  const resources = resourcesOf(ctx)
  const error = ctx.status >= 400 ? errorOf(ctx) : undefined
  const record: RequestRecord = {
    id: state.requestId,
    at_ms: Math.round(Date.now() - seconds * 1000),
    account: state.keyOwner?.account ?? null,
    key: state.keyOwner?.key ?? null,
    operation: state.operation?.operationId ?? null,
    method: ctx.method,
    route: state.operation?.path ?? null,
    path: pathOf(ctx),
    status: ctx.status,
    error: error?.code ?? null,
    param: keptName(error?.param),
    ms: Math.round(seconds * 1e5) / 100,
    address: state.address ?? null,
    user_agent: userAgentOf(ctx),
    version: state.version ?? null,
    idempotency_key: state.idempotencyKey ?? null,
    replayed: state.replayed ?? false,
    resource: resourceOf(ctx) ?? null,
    payment_intent: resources.find((id) => id.startsWith("pi_")) ?? null,
    resources: resources.length > 0 ? resources : null,
    parameters: keptParameters({ ...state.query, ...(state.input ?? state.body) }),
  }
  return withoutCardNumbers(record)
}

/** Looks at what the client wrote, and copies the record only if that needs a mask. Hardly any does, and each request has a record. */
function withoutCardNumbers(record: RequestRecord): RequestRecord {
  const { path, error, param, idempotency_key, resource, resources, parameters } = record
  const isMasked = needsMask([path, error, param, idempotency_key, resource, resources, parameters])
  return isMasked ? (masked(record) as RequestRecord) : record
}

function needsMask(value: unknown): boolean {
  if (typeof value === "string") return mayHaveCardNumber(value)
  return typeof value === "object" && value !== null && Object.values(value).some(needsMask)
}

/** A copy of a value in which each text is masked. */
function masked(value: unknown): unknown {
  if (typeof value === "string") return maskCardNumbers(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]))
}

function errorOf(ctx: Context): { code?: string; param?: string } | undefined {
  return (ctx.body as { error?: { code?: string; param?: string } } | undefined)?.error
}

/** Returns the path with its ids. Any other text in place of an id may be a secret. */
function pathOf(ctx: Context): string {
  const template = ctx.state.operation?.path.split("/")
  const parts = ctx.path.split("/", 12)
  const shown = (part: string, i: number) => {
    if (template ? part === template[i] : PART_OF_PATH.test(part)) return part
    return isId(part) ? part : "…"
  }
  return parts.map(shown).join("/")
}

function userAgentOf(ctx: Context): string | null {
  const agent = ctx.headers["user-agent"]
  // Programs that show the log must not interpret this text, so unprintable characters are replaced. A long number or word may be a key.
  // Some clients send an e-mail address.
  return agent ? maskCardNumbers(agent, MAX_USER_AGENT).replace(/[^\x20-\x7e]|[^\s<>()]+@[^\s<>()]+|\d{9,}|\w{25,}/g, "?") : null
}

/** Returns the ids in the path, the parameters and the response. */
function resourcesOf(ctx: Context): string[] {
  const found = new Set<string>()
  const { params, query, input, body } = ctx.state
  for (const named of [params, query, input ?? body, ctx.body as object | undefined]) {
    if (typeof named !== "object" || named === null) continue
    for (const name in named) {
      const value = (named as Record<string, unknown>)[name]
      if (typeof value === "string" && isId(value) && found.size < MAX_RESOURCES) found.add(value)
    }
  }
  return [...found]
}
