import Koa from "koa"
import { handlers, OPEN_OPERATIONS } from "../handlers/index.ts"
import type { Contract } from "./contract.ts"
import type { Answer, Later } from "./http/answer.ts"
import { authenticate, SECURITY_SCHEMES } from "./http/authenticate.ts"
import { readBody } from "./http/body.ts"
import type { Context, RequestState, Step } from "./http/context.ts"
import { envelope } from "./http/envelope.ts"
import { answerOnce, readIdempotencyKey, send } from "./http/idempotency.ts"
import { checkOrigin, cors } from "./http/origin.ts"
import { checkPermission } from "./http/permission.ts"
import { takeQuota, tellQuota } from "./http/rate-limit.ts"
import { route } from "./http/route.ts"
import { validate } from "./http/validate.ts"
import { resolveVersion } from "./http/version.ts"
import { isSameCvc } from "./payments/tokens/tokens.ts"
import type { Service } from "./service.ts"
import { openOperations } from "./web/open-operations.ts"
import { webRoutes } from "./web/routes.ts"

/** The whole way of a request, in the order in which it is checked. */
export function createApp(service: Service): Koa<RequestState> {
  const { contract, modes, limiters, frameOrigin } = service
  assertComplete(contract)
  const app = new Koa<RequestState>({ proxy: service.trustProxy })
  const steps: Step[] = [
    envelope(service.log, service.observe),
    cors(modes, frameOrigin),
    route(contract, webRoutes(service)),
    authenticate(modes),
    tellQuota(limiters),
    checkOrigin(frameOrigin),
    takeQuota(limiters),
    checkPermission,
    readBody,
    resolveVersion,
    readIdempotencyKey,
    validate(contract),
    openOperations(service),
    handle,
  ]
  for (const step of steps) app.use(step)
  return app
}

type Handler = (call: object) => Promise<Answer | Later>

/** A read sees what is committed; a write runs once for its Idempotency-Key, in one transaction with the answer that is kept. */
async function handle(ctx: Context): Promise<void> {
  const { operation, mode, caller, now, params, query, body, idempotencyKey } = ctx.state
  const handler = handlers[operation.operationId as keyof typeof handlers] as Handler
  const scope = { mode, account: caller.account, now }
  const call = { scope, params, query }
  if (ctx.method === "GET") return send(ctx, (await handler({ ...call, db: mode.database })) as Answer)
  await answerOnce(
    ctx,
    (tx) => handler({ ...call, tx, body, idempotencyKey }),
    // A CVC is in no digest; while the vault still has it, it is compared there.
    async (kept) => {
      if (operation.operationId !== "createToken" || kept.status !== 201) return true
      const { cvc } = (body as { card?: { cvc: string } }).card ?? {}
      return cvc === undefined || isSameCvc(mode.database, scope, JSON.parse(kept.body).id, cvc)
    },
  )
}

/** At boot: every operation has its handler and every handler its operation; every security scheme is one that we check. */
function assertComplete({ operations, securitySchemes }: Contract): void {
  const ids = operations.map(({ operationId }) => operationId)
  const answered: string[] = [...Object.keys(handlers), ...OPEN_OPERATIONS]
  const problems = [
    ...ids.filter((id) => !answered.includes(id)).map((id) => `operation without handler: ${id}`),
    ...answered.filter((id) => !ids.includes(id)).map((id) => `handler without operation: ${id}`),
    ...securitySchemes.filter((name) => !(name in SECURITY_SCHEMES)).map((name) => `security scheme without handler: ${name}`),
  ]
  if (problems.length > 0) throw new Error(`openapi.yaml and the handlers disagree: ${problems.join("; ")}`)
}
