import { createHash } from "node:crypto"
import { ApiError } from "../base/errors.ts"
import type { Contract, DatedContract } from "../contract/contract.ts"
import type { Context, Middleware } from "../http/context.ts"
import { DEFAULT_VERSION, isVersion, type Version } from "../versions.ts"
import { sendDocs } from "./docs/routes.ts"
import type { DocsSite } from "./docs/site.ts"
import { hasTag } from "./shared/asset.ts"

export type OpenParts = {
  contract: Contract
  docs: DocsSite
  /** The URL at which merchants reach the service. */
  baseUrl: string
  /** Returns why the service is not ready, or undefined when it is. */
  unready: () => Promise<string | undefined>
}

/** The operations that need no key and cost no quota: the contract, its documentation page, and the health checks. */
export function openOperations({ contract, docs, baseUrl, unready }: OpenParts): Middleware {
  const documents = new Map<Version, ReturnType<typeof documentOf>>()
  const documentAt = (version: Version) => {
    const document = documents.get(version) ?? documentOf(contract.at(version), baseUrl)
    documents.set(version, document)
    return document
  }
  const responders: Record<string, (ctx: Context) => void | Promise<void>> = {
    retrieveOpenapi: (ctx) => {
      const { version } = ctx.state.query
      const { bytes, etag } = documentAt(isVersion(version) ? version : DEFAULT_VERSION)
      allowAnyOrigin(ctx)
      ctx.set({ ETag: etag, "Cache-Control": "public, no-cache" })
      ctx.status = 200
      // `ctx.fresh` would not do: with a caller's own If-None-Match, fetch sends Cache-Control: no-cache.
      if (hasTag(ctx.get("If-None-Match"), etag)) {
        ctx.status = 304
        return
      }
      ctx.type = "application/json"
      ctx.body = bytes
    },
    showDocs: async (ctx) => {
      await sendDocs(ctx, docs, ({ home }) => home)
    },
    checkHealth: (ctx) => {
      ctx.body = { status: "ok" }
    },
    checkReadiness: async (ctx) => {
      const problem = await unready()
      if (problem) throw new ApiError("not_ready", problem)
      ctx.body = { status: "ok" }
    },
  }
  return async (ctx, next) => {
    const respond = responders[ctx.state.operation.operationId]
    await (respond ? respond(ctx) : next())
  }
}

/**
 * A client that is generated from this document calls the service that served it. All responses share these bytes, because encoding 300 kB
 * for each takes milliseconds, and memory until the client has read it.
 */
function documentOf({ document }: DatedContract, baseUrl: string): { bytes: Buffer; etag: string } {
  const bytes = Buffer.from(JSON.stringify({ ...document, servers: [{ url: baseUrl }] }))
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` }
}

/** Lets any page read the response (CORS). The response is public, and no credentials are involved. */
function allowAnyOrigin(ctx: Context): void {
  ctx.vary("Origin")
  const origin = ctx.get("Origin")
  if (origin === "") return
  ctx.set({ "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "ETag, Request-Id" })
}
