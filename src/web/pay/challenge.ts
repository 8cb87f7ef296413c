import rawBody from "raw-body"
import { scopeOf } from "../../accounts/scope.ts"
import type { Context } from "../../http/context.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import { beginChallenge, finishChallenge } from "../../payments/intents/challenge.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { unlessLocked } from "../../payments/intents/transition.ts"
import type { HostedLink } from "../../payments/links/links.ts"
import type { Visit } from "./visit.ts"

const MAX_FORM_BYTES = 1024

export type ChallengeVisit = Visit & { hosted: HostedLink<"challenge"> }

/** The payer's decision. */
export type Decision = "authorize" | "fail"

/** Returns the decision of the pressed button, or undefined if the request does not come from a button. */
export async function readDecision(ctx: Context): Promise<Decision | undefined> {
  if (!ctx.is("application/x-www-form-urlencoded")) return undefined
  const form = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: "utf8" }).catch(() => "")
  const action = new URLSearchParams(form).get("action")
  return action === "authorize" || action === "fail" ? action : undefined
}

/** Applies the decision. Returns the resulting intent. */
export async function decideChallenge({ mode, hosted, intent }: ChallengeVisit, decision: Decision): Promise<IntentRow> {
  const attempt = await retryWhileBusy(mode.database.waiters, hosted.account, () =>
    mode.database.transaction(async (tx) => {
      const scope = await scopeOf(tx, mode, hosted.account)
      return beginChallenge(tx, scope, hosted.payment_intent, hosted.attempt, decision === "authorize")
    }),
  ).catch(unlessLocked)
  return attempt ? finishChallenge(mode, attempt) : mustFindIntent(mode.database, intent, intent.id)
}
