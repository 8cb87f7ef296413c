import { sweep } from "../jobs/sweep.ts"
import { deleteExpired } from "./claims.ts"
import { idempotencyKeys } from "./table.ts"

export const deleteExpiredResponses = sweep(
  { kind: "delete_expired_responses", table: idempotencyKeys, column: "expires_at", unless: "status IS NULL" },
  deleteExpired,
)
