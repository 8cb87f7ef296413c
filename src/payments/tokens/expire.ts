import { sweep } from "../../jobs/sweep.ts"
import { forgetExpiredTokens } from "./tokens.ts"

/** Erases the CVCs of tokens that expired unused. */
export const expireTokens = sweep({ kind: "expire_tokens", table: "tokens", column: "due_at" }, forgetExpiredTokens)
