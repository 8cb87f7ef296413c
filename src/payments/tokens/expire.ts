import { dueIn, type Job } from "../../jobs/job.ts"
import { forgetExpiredTokens } from "./tokens.ts"

/** A token that expires unused takes its CVC with it. */
export const expireTokens: Job = {
  name: "expire tokens",
  ...dueIn("tokens", "due_at"),
  perform: (scope, database) => database.transaction((tx) => forgetExpiredTokens(tx, scope.account, scope.now)),
}
