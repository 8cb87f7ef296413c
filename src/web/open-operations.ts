import type { Contract } from "../contract.ts"
import { ApiError } from "../errors.ts"
import type { Context, Middleware } from "../http/context.ts"
import { DOCS_POLICY, docsPage } from "./docs/docs.ts"

export type OpenParts = {
  contract: Contract
  /** Where merchants reach this service. */
  baseUrl: string
  /** Undefined when the service can answer, else what keeps it from it. */
  unready: () => Promise<string | undefined>
}

/** The operations that need no key and cost no quota: the contract, its pages, and the health of the process. */
export function openOperations({ contract, baseUrl, unready }: OpenParts): Middleware {
  // A client that is generated from it talks to the service that it came from.
  const document = JSON.stringify({ ...contract.document, servers: [{ url: baseUrl }] })
  const answers: Record<string, (ctx: Context) => void | Promise<void>> = {
    retrieveOpenapi: (ctx) => {
      ctx.type = "application/json"
      ctx.body = document
    },
    showDocs: (ctx) => {
      ctx.type = "text/html"
      ctx.set("Content-Security-Policy", DOCS_POLICY)
      ctx.set("Cache-Control", "no-cache")
      ctx.body = docsPage()
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
    const answer = answers[ctx.state.operation.operationId]
    await (answer ? answer(ctx) : next())
  }
}
