import { beginSession, endSession, type Opened, sessionDigest } from "../../../accounts/users/sessions.ts"
import type { User } from "../../../accounts/users/users.ts"
import { type ActionName, recordDone } from "../../../audit/log.ts"
import type { Transaction } from "../../../db/database.ts"
import { html } from "../../html.ts"
import { type DashboardContext, type DashboardParts, homeOf } from "../shell/context.ts"
import { messagePage } from "../shell/lone-page.ts"
import { goTo, isFromElsewhere, sendThenGo } from "../shell/respond.ts"
import { WORDS } from "./words.ts"

type Opening = Opened & {
  user: Pick<User, "id" | "account">
  action: ActionName
  /** What the action is done to: the user, where it is left out. */
  target?: string
  /** The digest of the session that the new one replaces, where it is not the one of this request. */
  replaces?: string | undefined
}

/**
 * Opens a session, with its entry in the audit log, and returns its token. Whoever signs in or proves who they are gets a new token, so
 * that nobody gains by having put an earlier one into their browser, or by having read it.
 */
export async function openSession(
  ctx: DashboardContext,
  { modes }: DashboardParts,
  tx: Transaction,
  { user, action, target, replaces, ...opened }: Opening,
): Promise<string> {
  const { ring } = homeOf(modes)
  const { sessionToken } = ctx.state
  const earlier = replaces ?? (sessionToken && sessionDigest(ring, sessionToken))
  if (earlier) await endSession(tx, earlier)
  await noteUser(ctx, tx, action, user, target)
  return beginSession(tx, ring, user, opened)
}

/** Writes what a user did for themselves into the audit log. */
export async function noteUser(
  ctx: DashboardContext,
  tx: Transaction,
  action: ActionName,
  user: Pick<User, "id" | "account">,
  target = user.id,
): Promise<void> {
  await recordDone(tx, { actor: `user:${user.id}`, source: ctx.state.address }, { action, account: user.account, target })
}

/** Leads to a page with a new cookie. From another site, such as a mail, the browser sends the cookie only from the next page on. */
export function enter(ctx: DashboardContext, path: string): void {
  const { signedIn, goOn } = WORDS[ctx.state.language]
  if (isFromElsewhere(ctx)) sendThenGo(ctx, messagePage(ctx, signedIn, html`<a href="${path}">${goOn}</a>`), path)
  else goTo(ctx, path)
}
