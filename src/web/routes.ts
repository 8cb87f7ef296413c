import Router from "@koa/router"
import type { AcquirerKind } from "../acquirers/kind.ts"
import type { Middleware, RequestState } from "../http/context.ts"
import type { Modes } from "../http/mode.ts"
import type { MailMode } from "../mail/mode.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import { docsRoutes } from "./docs/routes.ts"
import type { DocsSite } from "./docs/site.ts"
import { mailRoutes } from "./mail/routes.ts"
import { notificationRoutes } from "./notifications.ts"
import type { Drawings } from "./pay/drawings.ts"
import { payRoutes } from "./pay/routes.ts"
import type { VisitLimiter } from "./pay/visit-limiter.ts"

export type WebParts = {
  docs: DocsSite
  modes: Modes<PaymentsMode & MailMode>
  drawings: Drawings
  visitLimiter: VisitLimiter
  /** The origin of the card fields. Undefined if no process serves them. */
  frameOrigin: string | undefined
  acquirerKinds: readonly AcquirerKind[]
}

/** The routes outside the contract: pages and images for payers, the documentation, and the notifications of acquirers. */
export function webRoutes({ docs, modes, drawings, visitLimiter, frameOrigin, acquirerKinds }: WebParts): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true })
  docsRoutes(router, docs)
  payRoutes(router, { modes, drawings, visitLimiter, frameOrigin })
  mailRoutes(router, modes, visitLimiter)
  notificationRoutes(router, acquirerKinds, modes)
  return router.routes() as Middleware
}
