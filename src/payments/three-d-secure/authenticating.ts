import { scopeOf } from "../../accounts/scope.ts"
import { findAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findAuthentication } from "../authentication/store.ts"
import type { AuthenticationRow } from "../authentication/table.ts"
import type { PaymentsMode } from "../intents/mode.ts"
import { intentOf } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"

/** A page of an authentication, and what it belongs to. */
export type Authenticating = { mode: PaymentsMode; attempt: AttemptRow; intent: IntentRow; row: AuthenticationRow }

/**
 * Finds the authentication of an attempt. Undefined once its payment no longer waits for its payer. If it is decided, the sale was certainly
 * not made, and the payer can have it sent again.
 */
export async function findAuthenticating(
  mode: PaymentsMode,
  of: Pick<AttemptRow, "account" | "id">,
): Promise<Authenticating | undefined> {
  const [attempt, row] = await Promise.all([findAttempt(mode.database, of), findAuthentication(mode.database, of)])
  if (!attempt || !row || attempt.state !== "waiting") return undefined
  const intent = await intentOf(mode.database, attempt)
  const { now } = await scopeOf(mode.database, mode, of.account)
  const isOpen = intent.status === "requires_action" && intent.latest_attempt === attempt.id && now < row.expires_at
  return isOpen ? { mode, attempt, intent, row } : undefined
}
