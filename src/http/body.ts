import contentType from "content-type"
import getRawBody from "raw-body"
import { ApiError } from "../errors.ts"
import type { Context, Middleware } from "./context.ts"

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 32

/** Reads the body of a POST as a JSON object; every other method's is ignored. */
export const readBody: Middleware = async (ctx, next) => {
  ctx.state.body = ctx.method === "POST" ? await readObject(ctx) : {}
  await next()
}

async function readObject(ctx: Context): Promise<Record<string, unknown>> {
  const bytes = await readBytes(ctx)
  if (bytes.length === 0) return {}
  checkMediaType(ctx)
  const value = parse(decode(bytes))
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("The body must be a JSON object.")
  checkValue(value, 1)
  return value as Record<string, unknown>
}

async function readBytes(ctx: Context): Promise<Buffer> {
  try {
    return await getRawBody(ctx.req, { limit: MAX_BYTES, length: ctx.request.length })
  } catch (error) {
    // The rest is read and thrown away, so that the caller gets to read the answer.
    ctx.req.resume()
    if ((error as { type?: string }).type !== "entity.too.large")
      throw invalid("The body does not have the length that it announces.")
    throw new ApiError("request_too_large", `The body may have ${MAX_BYTES} bytes at most.`)
  }
}

function checkMediaType(ctx: Context): void {
  const header = ctx.headers["content-type"]
  const encoding = ctx.headers["content-encoding"]
  if (header === undefined || encoding !== undefined || !isJson(header)) {
    throw new ApiError(
      "unsupported_media_type",
      "Send the body as 'Content-Type: application/json' in UTF-8, with no Content-Encoding.",
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
    throw invalid("The body is not UTF-8.")
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid("The body is not JSON.")
  }
}

/** Databases and JSON writers stumble over what JSON itself allows: NUL, lone surrogates, bottomless nesting. */
function checkValue(value: unknown, depth: number): void {
  if (typeof value === "string") checkText(value)
  if (typeof value !== "object" || value === null) return
  if (depth > MAX_DEPTH) throw invalid(`The body is nested more than ${MAX_DEPTH} deep.`)
  for (const [name, member] of Object.entries(value)) {
    checkText(name)
    checkValue(member, depth + 1)
  }
}

function checkText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw invalid("The body has a string with a NUL or half a surrogate pair in it.")
}

function invalid(message: string): ApiError {
  return new ApiError("parameter_invalid", message)
}
