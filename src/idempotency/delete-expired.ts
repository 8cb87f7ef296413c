import { dueIn, type Job } from "../jobs/job.ts"
import { deleteExpired } from "./claims.ts"

export const deleteExpiredResponses: Job = {
  name: "delete expired responses",
  ...dueIn("idempotency_keys", "expires_at"),
  perform: (scope, database) => database.transaction((tx) => deleteExpired(tx, scope.account, scope.now)),
}
