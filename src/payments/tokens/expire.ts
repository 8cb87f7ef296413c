import { sweep } from "../../jobs/sweep.ts"
import { releaseExpiredTokens } from "./tokens.ts"

/** Lets the cards of tokens that expired unused be erased, and erases their CVCs at once. */
export const expireTokens = sweep({ kind: "expire_tokens", table: "tokens", column: "due_at" }, releaseExpiredTokens)
