import { isChallenge, keepChallenge, newChallenge, takeChallenge } from "../../../accounts/users/challenges.ts"
import { findPasskey, notePasskeyUse, type Passkey } from "../../../accounts/users/passkeys.ts"
import { type Answer, proofOptions, readAnswer, verifyProof } from "../../../accounts/users/webauthn.ts"
import { recordRefused } from "../../../audit/log.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, homeOf } from "../shell/context.ts"
import { ownPath, sendJson } from "../shell/respond.ts"
import { setCookie } from "../shell/session.ts"
import { beginFlow, endFlow } from "./cookies.ts"
import { openSession } from "./open-session.ts"
import { WORDS } from "./words.ts"

/** Sign-in by a passkey that finds its user by itself. */
export function passkeySignIn(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = homeOf(parts.modes)
  const { origin } = parts

  router.post("/sign-in/passkey/challenge", async (ctx) => {
    const challenge = newChallenge()
    const cookie = beginFlow(ctx, origin, "passkey")
    await database.transaction((tx) => keepChallenge(tx, ring, { challenge, kind: "sign_in", cookie }))
    sendJson(ctx, await proofOptions(origin, { challenge }))
  })

  router.post("/sign-in/passkey", async (ctx) => {
    const cookie = endFlow(ctx, origin, "passkey")
    const proof = cookie && (await readProof(ctx, parts, "sign_in", cookie))
    const token = proof && (await openByPasskey(ctx, parts, proof, "dashboard.sign_in"))
    if (!token) return refuseProof(ctx)
    setCookie(ctx, parts, token)
    sendJson(ctx, { to: ownPath(ctx.state.form.get("to")) })
  })
}

/** A passkey, and the counter of its authenticator with which it was used. */
export type Proof = { passkey: Passkey & { account: string | null }; counter: number }

/** Reads and checks the proof that a browser sends, and uses its challenge up. Returns undefined where it is not valid. */
export async function readProof(
  ctx: DashboardContext,
  { modes, origin }: DashboardParts,
  kind: "sign_in" | "prove",
  cookie: string,
): Promise<Proof | undefined> {
  const answer = await takeAnswer(ctx, { modes }, kind, cookie)
  const passkey = answer && (await findPasskey(homeOf(modes).database, answer.id))
  if (!passkey) return undefined
  const counter = await verifyProof(origin, answer, passkey)
  return counter === undefined ? undefined : { passkey, counter }
}

/** Reads what a browser answers to a challenge, and uses the challenge up, whatever the answer is worth. */
export async function takeAnswer(
  ctx: DashboardContext,
  { modes }: Pick<DashboardParts, "modes">,
  kind: "sign_in" | "prove" | "register",
  cookie: string,
): Promise<Answer | undefined> {
  const { database, ring } = homeOf(modes)
  const answer = readAnswer(ctx.state.form.get("answer") ?? "")
  if (!answer || !isChallenge(answer.challenge)) return undefined
  const taken = await database.transaction((tx) => takeChallenge(tx, ring, { challenge: answer.challenge, kind, cookie }))
  return taken && answer
}

/** Opens a session by a proof. Returns its token, or undefined where the counter of the authenticator has not risen. */
export async function openByPasskey(
  ctx: DashboardContext,
  parts: DashboardParts,
  { passkey, counter }: Proof,
  action: "dashboard.sign_in" | "dashboard.prove",
): Promise<string | undefined> {
  const { database } = homeOf(parts.modes)
  const user = { id: passkey.user_id, account: passkey.account }
  const token = await database.transaction(async (tx) => {
    if (!(await notePasskeyUse(tx, passkey.id, counter))) return undefined
    return openSession(ctx, parts, tx, { user, by: "passkey", action })
  })
  const by = { actor: `user:${user.id}`, source: ctx.state.address }
  if (!token) await recordRefused(database, by, { action, account: user.account, target: passkey.id }, "counter_not_risen")
  return token
}

/** The same for every reason, so that nobody learns which passkeys there are. */
export function refuseProof(ctx: DashboardContext): void {
  sendJson(ctx, { error: WORDS[ctx.state.language].notVerified }, 403)
}
