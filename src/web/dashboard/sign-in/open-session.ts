import { beginSession, endSession, type Opened, sessionDigest } from "../../../accounts/users/sessions.ts"
import type { User } from "../../../accounts/users/tables.ts"
import type { ActionName } from "../../../audit/actions.ts"
import { recordDone } from "../../../audit/log.ts"
import type { Transaction } from "../../../db/database.ts"
import { html } from "../../shared/html.ts"
import { messagePage } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardParts, usersModeOf } from "../request/context.ts"
import { isCrossSite, redirectTo, sendPageThenRedirect } from "../request/responses.ts"
import { WORDS } from "./words.ts"

type Opening = Opened & {
  user: Pick<User, "id" | "account">
  action: ActionName
  /** The target of the action. If omitted, the user. */
  target?: string
  /** The digest of the session that the new one replaces, if it differs from this request's. */
  replaces?: string | undefined
}

/**
 * Opens a session, writes its audit entry, and returns its token. A sign-in or a proof always makes a new token. So an attacker gains
 * nothing from an earlier token that they read or planted.
 */
export async function openSession(
  ctx: DashboardContext,
  { modes }: DashboardParts,
  tx: Transaction,
  { user, action, target, replaces, ...opened }: Opening,
): Promise<string> {
  const { ring } = usersModeOf(modes)
  const { sessionToken } = ctx.state
  const earlier = replaces ?? (sessionToken && sessionDigest(ring, sessionToken))
  if (earlier) await endSession(tx, earlier)
  await auditOwnAction(ctx, tx, action, user, target)
  return beginSession(tx, ring, user, opened)
}

/** Writes an audit entry for an action of users on themselves. */
export async function auditOwnAction(
  ctx: DashboardContext,
  tx: Transaction,
  action: ActionName,
  user: Pick<User, "id" | "account">,
  target = user.id,
): Promise<void> {
  await recordDone(tx, { actor: `user:${user.id}`, source: ctx.state.address }, { action, account: user.account, target })
}

/**
 * Redirects to a page with a new cookie. After a link from another site, such as a mail, the browser sends the cookie only from the next
 * page on.
 */
export function redirectAfterSignIn(ctx: DashboardContext, path: string): void {
  const { signedIn, goOn } = WORDS[ctx.state.language]
  if (isCrossSite(ctx)) sendPageThenRedirect(ctx, messagePage(ctx, signedIn, html`<a href="${path}">${goOn}</a>`), path)
  else redirectTo(ctx, path)
}
