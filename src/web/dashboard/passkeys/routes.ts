import { keepChallenge, newChallenge } from "../../../accounts/users/challenges.ts"
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "../../../accounts/users/passkeys.ts"
import { endSessionsOf, sessionDigest } from "../../../accounts/users/sessions.ts"
import type { Passkey } from "../../../accounts/users/tables.ts"
import { registrationOptions, verifyRegistration } from "../../../accounts/users/webauthn.ts"
import { Refusal } from "../../../base/errors.ts"
import type { Transaction } from "../../../db/database.ts"
import { pathParameter } from "../../shared/path-parameter.ts"
import { leaveNotice } from "../layout/notice.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, sessionOf, usersModeOf } from "../request/context.ts"
import { errorText } from "../request/error-text.ts"
import { PageNotFound } from "../request/errors.ts"
import { pathWithReturn, redirectTo, returnPath, safePath, sendJson, sendPage } from "../request/responses.ts"
import { accountNames } from "../sign-in/account-names.ts"
import { auditOwnAction, openSession } from "../sign-in/open-session.ts"
import { takeAnswer } from "../sign-in/passkeys.ts"
import { setCookie } from "../sign-in/session.ts"
import { listPage, registerPage, removePage } from "./pages.ts"
import { WORDS } from "./words.ts"

/** The pages on which users manage their own passkeys. */
export function passkeyRoutes(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = usersModeOf(parts.modes)
  router.get("/passkeys", async (ctx) => sendPage(ctx, listPage(ctx, await listPasskeys(database, sessionOf(ctx).user))))
  registration(router, parts)

  router.post("/passkeys/:id/rename", async (ctx) => {
    const name = ctx.state.form.get("name") ?? ""
    await changePasskey(ctx, parts, "passkey.rename", (tx, id) => renamePasskey(tx, sessionOf(ctx).user, id, name))
    leaveNotice(ctx, WORDS[ctx.state.language].renamed)
    redirectTo(ctx, "/passkeys")
  })

  router.get("/passkeys/:id/remove", async (ctx) => {
    if (mustProve(ctx)) return
    const passkeys = await listPasskeys(database, sessionOf(ctx).user)
    const passkey = passkeys.find(({ id }) => id === ctx.params.id)
    if (!passkey) throw new PageNotFound()
    sendPage(ctx, removePage(ctx, passkey, passkeys.length === 1))
  })

  router.post("/passkeys/:id/remove", async (ctx) => {
    if (mustProve(ctx)) return
    const { user, sessionToken } = sessionOf(ctx)
    await changePasskey(ctx, parts, "passkey.remove", async (tx, id) => {
      // Sessions that the passkey has opened may be on the lost device, so they end.
      await endSessionsOf(tx, user, sessionDigest(ring, sessionToken))
      return removePasskey(tx, user, id)
    })
    leaveNotice(ctx, WORDS[ctx.state.language].removed)
    redirectTo(ctx, "/passkeys")
  })
}

function registration(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = usersModeOf(parts.modes)
  const { origin } = parts

  router.get("/passkeys/new", async (ctx) => {
    const passkeys = await listPasskeys(database, sessionOf(ctx).user)
    if (!mayRegister(ctx, passkeys)) return proveFirst(ctx)
    sendPage(ctx, registerPage(ctx, { to: returnPath(ctx), isFirst: passkeys.length === 0 }))
  })

  router.post("/passkeys/challenge", async (ctx) => {
    const user = sessionOf(ctx).user
    const passkeys = await listPasskeys(database, user)
    if (!mayRegister(ctx, passkeys)) return refuse(ctx)
    const challenge = newChallenge()
    const cookie = sessionOf(ctx).sessionToken
    await database.transaction((tx) => keepChallenge(tx, ring, { challenge, kind: "register", cookie }))
    const accountName = (await accountNames(parts, [user])).get(user.id)
    sendJson(ctx, await registrationOptions(origin, { user, accountName, known: passkeys, challenge }))
  })

  router.post("/passkeys", async (ctx) => {
    const answer = await takeAnswer(ctx, parts, "register", sessionOf(ctx).sessionToken)
    const passkey = answer && (await verifyRegistration(origin, answer))
    if (!passkey || !mayRegister(ctx, await listPasskeys(database, sessionOf(ctx).user))) return refuse(ctx)
    await register(ctx, parts, { ...passkey, name: ctx.state.form.get("name") ?? "" })
  })
}

/** Adds the passkey, and opens a new session with it, because it has just proved the user's identity. */
async function register(ctx: DashboardContext, parts: DashboardParts, wanted: Parameters<typeof addPasskey>[2]): Promise<void> {
  const { user } = sessionOf(ctx)
  try {
    const token = await usersModeOf(parts.modes).database.transaction(async (tx) => {
      const { id: target } = await addPasskey(tx, user, wanted, { first: !ctx.state.provedNow })
      return openSession(ctx, parts, tx, { user, by: "passkey", action: "passkey.add", target })
    })
    setCookie(ctx, parts, token)
    leaveNotice(ctx, WORDS[ctx.state.language].added)
    sendJson(ctx, { to: safePath(ctx.state.form.get("to")) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendJson(ctx, { error: errorText(error, ctx.state.language) }, 403)
  }
}

/**
 * An attacker who has read a session's cookie must not be able to add a passkey. So adding one requires a recent proof. The first passkey
 * requires a session that a one-time link has just opened.
 */
function mayRegister({ state }: DashboardContext, passkeys: readonly Passkey[]): boolean {
  return state.provedNow || (passkeys.length === 0 && state.byNewLink === true)
}

function mustProve(ctx: DashboardContext): boolean {
  if (ctx.state.provedNow) return false
  proveFirst(ctx)
  return true
}

const proveFirst = (ctx: DashboardContext) => redirectTo(ctx, pathWithReturn("/prove", ctx.path))

const refuse = (ctx: DashboardContext) => sendJson(ctx, { error: WORDS[ctx.state.language].refused }, 403)

/** Changes a passkey of the user and writes an audit entry. Throws PageNotFound if the user has no such passkey. */
async function changePasskey(
  ctx: DashboardContext & { params: Record<string, string> },
  { modes }: DashboardParts,
  action: "passkey.rename" | "passkey.remove",
  work: (tx: Transaction, id: string) => Promise<object | boolean | undefined>,
): Promise<void> {
  const id = pathParameter(ctx, "id")
  await usersModeOf(modes).database.transaction(async (tx) => {
    if (!(await work(tx, id))) throw new PageNotFound()
    await auditOwnAction(ctx, tx, action, sessionOf(ctx).user, id)
  })
}
