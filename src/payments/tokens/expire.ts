import { sweep } from "../../jobs/sweep.ts"
import { tokens } from "./table.ts"
import { releaseExpiredTokens } from "./tokens.ts"

/** Erases the CVCs of tokens that expired unused at once, and lets their cards be erased. */
export const expireTokens = sweep({ kind: "expire_tokens", table: tokens, column: "due_at" }, releaseExpiredTokens)
