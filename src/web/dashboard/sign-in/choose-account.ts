import { isChallenge, keepChallenge, newChallenge, takeChallenge } from "../../../accounts/users/challenges.ts"
import type { User } from "../../../accounts/users/tables.ts"
import { usersWithEmail } from "../../../accounts/users/users.ts"
import { html } from "../../shared/html.ts"
import { pageWithoutMenu } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardParts, usersModeOf } from "../request/context.ts"
import { redirectTo, sendPage } from "../request/responses.ts"
import { accountNames } from "./account-names.ts"
import { beginFlow, endFlow } from "./flow-cookies.ts"
import { IssuerRefused } from "./issuer.ts"
import { openSession } from "./open-session.ts"
import { setCookie } from "./session.ts"
import { WORDS } from "./words.ts"

/** A sign-in that the issuer has confirmed: the verified e-mail, the page that follows, and when the person signed in at the issuer. */
type Confirmed = { email: string; to: string; provedMs: number }

/** Asks a person who has users in several accounts for which of them to sign in. The page can be answered once, within five minutes. */
export async function askForAccount(
  ctx: DashboardContext,
  parts: DashboardParts,
  users: readonly User[],
  confirmed: Confirmed,
): Promise<void> {
  const { database, ring } = usersModeOf(parts.modes)
  const challenge = newChallenge()
  const cookie = beginFlow(ctx, parts.origin, "choose")
  await database.transaction((tx) => keepChallenge(tx, ring, { challenge, kind: "choose", cookie }, confirmed))
  const names = await accountNames(parts, users)
  const words = WORDS[ctx.state.language]
  const buttons = users.map(
    ({ id, account }) =>
      html`<p><button class="wide quiet" name="user" value="${id}">${names.get(id) ?? words.everyAccount} ${account && html`<span class="id">${account}</span>`}</button></p>`,
  )
  const form = html`<form method="post" action="/sign-in/oidc/choose"><input type="hidden" name="choice" value="${challenge}">${buttons}</form>`
  sendPage(ctx, pageWithoutMenu(ctx, words.choose, html`<p>${words.chooseText(confirmed.email)}</p>${form}`))
}

/** Signs in the chosen user. Throws IssuerRefused unless this browser was asked, and the user has the e-mail that the issuer verified. */
export async function signInToChosenAccount(ctx: DashboardContext, parts: DashboardParts): Promise<void> {
  const { database, ring } = usersModeOf(parts.modes)
  const cookie = endFlow(ctx, parts.origin, "choose")
  const challenge = ctx.state.form.get("choice") ?? ""
  const chosen = ctx.state.form.get("user")
  const signedIn = await database.transaction(async (tx) => {
    const taken = cookie && isChallenge(challenge) && (await takeChallenge(tx, ring, { challenge, kind: "choose", cookie }))
    if (!taken) return undefined
    const { email, to, provedMs } = taken.details as Confirmed
    const user = (await usersWithEmail(tx, email)).find(({ id }) => id === chosen)
    if (!user) return undefined
    return { to, session: await openSession(ctx, parts, tx, { user, by: "oidc", action: "dashboard.sign_in", provedMs }) }
  })
  if (!signedIn) throw new IssuerRefused("no_such_choice")
  setCookie(ctx, parts, signedIn.session)
  redirectTo(ctx, signedIn.to)
}
