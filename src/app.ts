import Koa from "koa"
import { AUDITED, handlers, OPEN_OPERATIONS, SECRET_MEMBERS, SHARES_TRANSACTION } from "../handlers/index.ts"
import type { AccessScope } from "./accounts/scopes.ts"
import { accountTime } from "./base/clock.ts"
import type { Logger } from "./base/log.ts"
import type { Contract } from "./contract/contract.ts"
import type { Transaction } from "./db/database.ts"
import { limitAddress, type RefusedRequests } from "./http/address-limit.ts"
import { recordRefusals, withEntry } from "./http/audit.ts"
import { authenticate, SECURITY_SCHEMES } from "./http/authenticate.ts"
import { readBody } from "./http/body.ts"
import { type CardTesting, limitCardTesting } from "./http/card-testing.ts"
import type { TrustProxy } from "./http/client-address.ts"
import type { Context, Middleware, RequestState } from "./http/context.ts"
import { envelope } from "./http/envelope.ts"
import { readIdempotencyKey, respondOnce, send } from "./http/idempotency.ts"
import { type Modes, sameOf } from "./http/mode.ts"
import { checkOrigin, cors } from "./http/origin.ts"
import { checkPermission, mayAct } from "./http/permission.ts"
import type { Limiters } from "./http/rate-limit.ts"
import { reportQuota, takeQuota } from "./http/rate-limit.ts"
import type { ApiResponse, Continuation } from "./http/response.ts"
import { route } from "./http/route.ts"
import { validate } from "./http/validate.ts"
import { refuseUnknownVersion, resolveVersion } from "./http/version.ts"
import type { Mode } from "./modes/wiring.ts"
import { docsSite } from "./web/docs/site.ts"
import { type OpenParts, openOperations } from "./web/open-operations.ts"
import { sendProblem } from "./web/pay/responses.ts"
import { type WebParts, webRoutes } from "./web/routes.ts"

export type AppParts = Omit<OpenParts & WebParts, "docs"> & {
  modes: Modes<Mode>
  limiters: Limiters
  /** Undefined if client addresses are not limited. */
  refused: RefusedRequests | undefined
  cardTesting: CardTesting
  frameOrigin: string | undefined
  trustProxy: TrustProxy
  log: Logger
  /** Called after each request, for the metrics. */
  observe: (ctx: Context, seconds: number) => void
}

/** Creates the API. The middleware runs in the order of the list (docs/architecture.md). */
export function createApp(parts: AppParts): Koa<RequestState> {
  const { contract, modes, limiters, frameOrigin, log } = parts
  assertComplete(contract)
  const web = { ...parts, docs: docsSite(contract, parts.baseUrl) }
  const app = new Koa<RequestState>()
  const middleware: Middleware[] = [
    envelope(log, parts.observe, sendProblem),
    limitAddress(parts),
    cors(modes, frameOrigin),
    route(contract, webRoutes(web)),
    authenticate(modes),
    resolveVersion(contract),
    reportQuota(limiters),
    checkOrigin(frameOrigin),
    takeQuota(limiters),
    limitCardTesting(parts.cardTesting),
    recordRefusals(AUDITED),
    checkPermission,
    readBody,
    refuseUnknownVersion,
    readIdempotencyKey,
    validate(contract),
    openOperations(web),
    handle(modes),
  ]
  for (const each of middleware) app.use(each)
  return app
}

type Handler = (call: object) => Promise<ApiResponse | Continuation>

/** A read sees committed data. A write runs once for its Idempotency-Key, in one transaction with its saved response. */
const handle =
  (modes: Modes<Mode>) =>
  async (ctx: Context): Promise<void> => {
    const { operation, caller, params, query, version, input: body, idempotencyKey, tokenSource } = ctx.state
    const mode = sameOf(modes, ctx.state.mode)
    const handler = handlers[operation.operationId as keyof typeof handlers] as Handler
    // A write may wait for its transaction. Its objects get the time at which it runs, so later ids have later times.
    const scope = () => ({ mode, account: caller.account, now: accountTime(mode.clock, caller) })
    if (ctx.method === "GET")
      return send(
        ctx,
        (await handler({
          scope: scope(),
          params,
          query,
          version,
          db: mode.database,
          may: (name: AccessScope) => mayAct(caller, name),
        })) as ApiResponse,
      )
    const secret = SECRET_MEMBERS[operation.operationId]
    const operate = (tx: Transaction) =>
      handler({ scope: scope(), params, query, version, tx, body, idempotencyKey, tokenSource })
    await respondOnce(ctx, withEntry(ctx, AUDITED, operate), {
      about: SHARES_TRANSACTION[operation.operationId]?.(params, body),
      withoutSecret: secret ? secret.without : (whole) => whole,
      isSameSecret: async (saved) => !secret || saved.status !== 201 || secret.isSame(scope(), body, JSON.parse(saved.body).id),
    })
  }

/** Throws unless operations and handlers match and `authenticate` checks every security scheme of the contract. */
function assertComplete({ operations, securitySchemes }: Contract): void {
  const ids = operations.map(({ operationId }) => operationId)
  const handled: string[] = [...Object.keys(handlers), ...OPEN_OPERATIONS]
  const problems = [
    ...ids.filter((id) => !handled.includes(id)).map((id) => `operation without handler: ${id}`),
    ...handled.filter((id) => !ids.includes(id)).map((id) => `handler without operation: ${id}`),
    ...securitySchemes.filter((name) => !(name in SECURITY_SCHEMES)).map((name) => `security scheme without handler: ${name}`),
  ]
  if (problems.length > 0) throw new Error(`openapi.yaml and the handlers do not match: ${problems.join("; ")}`)
}
