import { ApiError } from "../src/base/errors.ts"

/** PIX Automático has its contract, and nothing that carries it out yet. */
export function notYet(param: string): ApiError {
  return new ApiError("not_ready", "PIX Automático is not available yet.", param)
}
