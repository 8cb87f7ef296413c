import contentType from "content-type"
import getRawBody from "raw-body"
import { ApiError } from "../base/errors.ts"
import type { Context, Middleware } from "./context.ts"

export const MAX_BYTES = 64 * 1024
export const MAX_DEPTH = 32

/** Reads the body of a POST as a JSON object. The body of any other method is ignored. */
export const readBody: Middleware = async (ctx, next) => {
  ctx.state.body = ctx.method === "POST" ? await readObject(ctx) : {}
  await next()
}

async function readObject(ctx: Context): Promise<Record<string, unknown>> {
  const bytes = await readBytes(ctx)
  if (bytes.length === 0) return {}
  checkMediaType(ctx)
  return objectOf(bytes)
}

/** Reads the body of a request outside the contract as a JSON object, whatever its media type. */
export async function readJson(ctx: Context): Promise<Record<string, unknown>> {
  return objectOf(await readBytes(ctx))
}

function objectOf(bytes: Buffer): Record<string, unknown> {
  const text = decode(bytes)
  const value = parse(text)
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("The body must be a JSON object.")
  // Parsers disagree on which of two amounts counts. JSON.parse keeps one member of each name.
  if (checkValue(value, 1) < membersIn(text)) throw invalid("The body has two members with the same name. Send each name once.")
  return value as Record<string, unknown>
}

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: MAX_BYTES, length: ctx.request.length })
  } catch (error) {
    // Discards the rest of the body. Otherwise the client might not read the response.
    ctx.req.resume()
    if ((error as { type?: string }).type !== "entity.too.large")
      throw invalid("The length of the body does not match Content-Length.")
    throw new ApiError("request_too_large", `The body is larger than ${MAX_BYTES} bytes.`)
  }
}

function checkMediaType(ctx: Context): void {
  const header = ctx.headers["content-type"]
  const encoding = ctx.headers["content-encoding"]
  if (header === undefined || encoding !== undefined || !isJson(header)) {
    throw new ApiError(
      "unsupported_media_type",
      "Send the body as 'Content-Type: application/json' in UTF-8, without a Content-Encoding.",
    )
  }
}

function isJson(header: string): boolean {
  try {
    const { type, parameters } = contentType.parse(header)
    return type === "application/json" && (parameters.charset ?? "utf-8").toLowerCase() === "utf-8"
  } catch {
    return false
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid("The body is not valid UTF-8.")
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid("The body is not valid JSON. Send a JSON object.")
  }
}

/**
 * Refuses NUL, lone surrogates and deep nesting. JSON allows them, but databases and JSON writers fail on them. Returns the number of
 * members.
 */
function checkValue(value: unknown, depth: number): number {
  if (typeof value === "string") checkText(value)
  if (typeof value !== "object" || value === null) return 0
  if (depth > MAX_DEPTH) throw invalid(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  const entries = Object.entries(value)
  let members = Array.isArray(value) ? 0 : entries.length
  for (const [name, member] of entries) {
    checkText(name)
    members += checkValue(member, depth + 1)
  }
  return members
}

/** Returns how many members a JSON text has: the colons outside of strings. */
function membersIn(json: string): number {
  let members = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (character === "\\") i++
    else if (character === '"') inString = !inString
    else if (character === ":" && !inString) members++
  }
  return members
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw invalid("The body contains a string with a NUL character or a lone surrogate.")
}

function invalid(message: string): ApiError {
  return new ApiError("parameter_invalid", message)
}
