import { sweep } from "../jobs/sweep.ts"
import { deleteExpired } from "./claims.ts"

export const deleteExpiredResponses = sweep(
  { kind: "delete_expired_responses", table: "idempotency_keys", column: "expires_at", unless: "status IS NULL" },
  deleteExpired,
)
