import { sweep } from "../jobs/sweep.ts"
import { deleteExpired } from "./claims.ts"
import { idempotencyKeys } from "./table.ts"

export const deleteExpiredResponses = sweep(
  { kind: "delete_expired_responses", table: idempotencyKeys, column: "expires_at", only: "status IS NOT NULL" },
  deleteExpired,
)
