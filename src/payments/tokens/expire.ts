import { dueIn, type Job } from "../../jobs/job.ts"
import { forgetExpiredTokens } from "./tokens.ts"

/** Erases the CVCs of tokens that expired unused. */
export const expireTokens: Job = {
  name: "expire tokens",
  ...dueIn("tokens", "due_at"),
  perform: (scope, database) => database.transaction((tx) => forgetExpiredTokens(tx, scope.account, scope.now)),
}
