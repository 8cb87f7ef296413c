import Router from "@koa/router"
import type { Service } from "../app.ts"
import type { RequestState, Step } from "../http/context.ts"

/** What @koa/router routes beside the contract: pages and pictures for payers, the files of the docs. */
export function webRoutes(_service: Service): Step {
  const router = new Router<RequestState>()
  return router.routes() as unknown as Step
}
