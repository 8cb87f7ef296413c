import { isChallenge, keepChallenge, newChallenge, takeChallenge } from "../../../accounts/users/challenges.ts"
import { findPasskey, notePasskeyUse } from "../../../accounts/users/passkeys.ts"
import type { Passkey } from "../../../accounts/users/tables.ts"
import { type Answer, proofOptions, readAnswer, verifyProof } from "../../../accounts/users/webauthn.ts"
import { recordRefused } from "../../../audit/log.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, usersModeOf } from "../request/context.ts"
import { safePath, sendJson } from "../request/responses.ts"
import { beginFlow, endFlow } from "./flow-cookies.ts"
import { openSession } from "./open-session.ts"
import { setCookie } from "./session.ts"
import { WORDS } from "./words.ts"

/** Sign-in with a passkey that identifies its user. */
export function passkeySignIn(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = usersModeOf(parts.modes)
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
    sendJson(ctx, { to: safePath(ctx.state.form.get("to")) })
  })
}

/** A passkey, and its authenticator's counter at this use. */
export type Proof = { passkey: Passkey & { account: string | null }; counter: number }

/** Reads and checks the browser's proof, and uses up its challenge. Returns undefined if the proof is invalid. */
export async function readProof(
  ctx: DashboardContext,
  { modes, origin }: DashboardParts,
  kind: "sign_in" | "prove",
  cookie: string,
): Promise<Proof | undefined> {
  const answer = await takeAnswer(ctx, { modes }, kind, cookie)
  const passkey = answer && (await findPasskey(usersModeOf(modes).database, answer.id))
  if (!passkey) return undefined
  const counter = await verifyProof(origin, answer, passkey)
  return counter === undefined ? undefined : { passkey, counter }
}

/** Reads the browser's response to a challenge. Uses up the challenge even if the response is invalid. */
export async function takeAnswer(
  ctx: DashboardContext,
  { modes }: Pick<DashboardParts, "modes">,
  kind: "sign_in" | "prove" | "register",
  cookie: string,
): Promise<Answer | undefined> {
  const { database, ring } = usersModeOf(modes)
  const answer = readAnswer(ctx.state.form.get("answer") ?? "")
  if (!answer || !isChallenge(answer.challenge)) return undefined
  const taken = await database.transaction((tx) => takeChallenge(tx, ring, { challenge: answer.challenge, kind, cookie }))
  return taken && answer
}

/** Opens a session with a proof. Returns its token, or undefined if the counter of the authenticator has not increased. */
export async function openByPasskey(
  ctx: DashboardContext,
  parts: DashboardParts,
  { passkey, counter }: Proof,
  action: "dashboard.sign_in" | "dashboard.prove",
): Promise<string | undefined> {
  const { database } = usersModeOf(parts.modes)
  const user = { id: passkey.user_id, account: passkey.account }
  const token = await database.transaction(async (tx) => {
    if (!(await notePasskeyUse(tx, passkey.id, counter))) return undefined
    return openSession(ctx, parts, tx, { user, by: "passkey", action })
  })
  const by = { actor: `user:${user.id}`, source: ctx.state.address }
  if (!token) await recordRefused(database, by, { action, account: user.account, target: passkey.id }, "counter_not_risen")
  return token
}

/** The response is the same for every reason, so an attacker does not learn which passkeys exist. */
export function refuseProof(ctx: DashboardContext): void {
  sendJson(ctx, { error: WORDS[ctx.state.language].notVerified }, 403)
}
