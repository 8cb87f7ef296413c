import { createHash } from "node:crypto"
import { ApiError } from "../base/errors.ts"
import type { Contract } from "../contract/contract.ts"
import type { Context, Middleware } from "../http/context.ts"
import { sendDocsFile } from "./docs/routes.ts"
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
  // A client that is generated from this document calls the service that served it.
  // All responses share these bytes, because encoding 300 kB for each takes milliseconds, and memory until the client has read it.
  const document = Buffer.from(JSON.stringify({ ...contract.document, servers: [{ url: baseUrl }] }))
  const etag = `"${createHash("sha256").update(document).digest("base64url")}"`
  const responders: Record<string, (ctx: Context) => void | Promise<void>> = {
    retrieveOpenapi: (ctx) => {
      allowAnyOrigin(ctx)
      ctx.set({ ETag: etag, "Cache-Control": "public, no-cache" })
      ctx.status = 200
      // `ctx.fresh` would not do: with a caller's own If-None-Match, fetch sends Cache-Control: no-cache.
      if (hasTag(ctx.get("If-None-Match"), etag)) {
        ctx.status = 304
        return
      }
      ctx.type = "application/json"
      ctx.body = document
    },
    showDocs: (ctx) => sendDocsFile(ctx, docs.home),
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

/** Lets any page read the response (CORS). The response is public, and no credentials are involved. */
function allowAnyOrigin(ctx: Context): void {
  ctx.vary("Origin")
  const origin = ctx.get("Origin")
  if (origin === "") return
  ctx.set({ "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "ETag, Request-Id" })
}
