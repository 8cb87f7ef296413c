import Router from "@koa/router"
import type { AcquirerKind } from "../acquirers/acquirer.ts"
import type { Contract } from "../contract.ts"
import type { Middleware, RequestState } from "../http/context.ts"
import type { Modes } from "../http/mode.ts"
import type { PaymentsMode } from "../payments/mode.ts"
import { docsAsset } from "./docs/docs.ts"
import { docsDocument } from "./docs/document.ts"
import { notificationRoutes } from "./notifications.ts"
import type { Drawings } from "./pay/drawings.ts"
import { payRoutes } from "./pay/routes.ts"

export type WebParts = {
  contract: Contract
  modes: Modes<PaymentsMode>
  baseUrl: string
  drawings: Drawings
  acquirerKinds: readonly AcquirerKind[]
}

/** The routes outside the contract: pages and images for payers, the files of the documentation page, and the notifications of acquirers. */
export function webRoutes({ contract, modes, baseUrl, drawings, acquirerKinds }: WebParts): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  // Made at the first request: it takes about 45 ms, and most processes never serve it.
  let document: string | undefined
  router.get("/v1/docs/openapi.json", (ctx) => {
    ctx.type = "application/json"
    ctx.set("Cache-Control", "no-cache")
    document ??= JSON.stringify(docsDocument(contract, baseUrl))
    ctx.body = document
  })
  router.get("/v1/docs/:name", async (ctx, next) => {
    const asset = docsAsset(ctx.params.name!)
    if (!asset) return next()
    ctx.type = asset.type
    ctx.set("Cache-Control", "public, max-age=3600")
    ctx.body = asset.body
  })
  payRoutes(router, modes, drawings)
  notificationRoutes(router, acquirerKinds, modes.live)
  return router.routes() as unknown as Middleware
}
