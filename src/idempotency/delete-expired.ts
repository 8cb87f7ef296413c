import { dueIn, type Job } from "../jobs/job.ts"
import { forgetExpired } from "./claims.ts"

/** Kept answers are forgotten when their window has passed. */
export const deleteExpiredResponses: Job = {
  name: "forget kept answers",
  ...dueIn("idempotency_keys", "expires_at"),
  perform: (scope, database) => database.transaction((tx) => forgetExpired(tx, scope.account, scope.now)),
}
