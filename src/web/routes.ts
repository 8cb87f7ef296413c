import Router from "@koa/router"
import type { Middleware, RequestState } from "../http/context.ts"
import type { Modes } from "../http/mode.ts"
import type { PaymentsMode } from "../payments/mode.ts"
import { docsAsset } from "./docs/docs.ts"
import { payRoutes } from "./pay/routes.ts"

/** The routes outside the contract: pages and images for payers, and the files of the documentation page. */
export function webRoutes(modes: Modes<PaymentsMode>): Middleware {
  const router = new Router<RequestState>()
  router.get("/v1/docs/:name", async (ctx, next) => {
    const asset = docsAsset(ctx.params.name!)
    if (!asset) return next()
    ctx.type = asset.type
    ctx.set({ "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff" })
    ctx.body = asset.body
  })
  payRoutes(router, modes)
  return router.routes() as unknown as Middleware
}
