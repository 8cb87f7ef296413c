import type { Contract } from "./contract.ts"
import type { Modes } from "./http/authenticate.ts"
import type { Context } from "./http/context.ts"
import type { Limiters } from "./http/rate-limit.ts"
import type { Logger } from "./log.ts"

/** What the API is put together from (`serve.ts`) and works with (`app.ts`, `web/`). */
export type Service = {
  contract: Contract
  modes: Modes
  limiters: Limiters
  frameOrigin: string
  trustProxy: boolean
  log: Logger
  /** For the metrics: one request was answered. */
  observe: (ctx: Context, seconds: number) => void
  /** Undefined when the service can answer, else what keeps it from it. */
  unready: () => Promise<string | undefined>
}
