import { ApiError, Refusal } from "../../../errors.ts"
import { latestAttemptOf } from "../../../payments/attempts/store.ts"
import { cancelIntent } from "../../../payments/intents/cancel.ts"
import { beginChallenge, finishChallenge } from "../../../payments/intents/challenge.ts"
import { type ForcedCode, forceExpiry, forceFailure, forceSuccess } from "../../../payments/intents/force.ts"
import { mustFindIntent } from "../../../payments/intents/retrieve.ts"
import { type IntentTrigger, nextIntentStatus } from "../../../payments/intents/state.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { postForm, selectField } from "../shell/form.ts"
import { buttonLink } from "../shell/pieces.ts"
import { WORDS } from "./console-words.ts"
import { mustBeTest } from "./tabs.ts"

/** What can happen to a payment that has begun. */
const MOVES = ["authorize", "refuse", "succeed", "fail", "expire", "cancel"] as const
export type Move = (typeof MOVES)[number]

const TRIGGERS: Record<Exclude<Move, "authorize" | "refuse">, IntentTrigger> = {
  succeed: "helper_succeed",
  fail: "helper_fail",
  expire: "helper_expire",
  cancel: "cancel",
}

export const FAILURES = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "authentication_failed",
  "processing_error",
] as const satisfies ForcedCode[]

const pathOf = (at: At, intent: string, move?: Move) => at.path(`/test-tools/console/${intent}${move ? `/${move}` : ""}`)

/** The changes that lead a payment on, as its payer, the acquirer or the API would. */
export function movePages(area: Area): void {
  for (const move of MOVES) area.change(`/test-tools/console/:id/${move}`, changeOf(move))
}

/** Buttons for what can happen next. Undefined where nothing can. */
export function nextSteps(at: At, intent: IntentRow): Html | undefined {
  const words = at.words(WORDS)
  const possible = MOVES.filter((move) => isPossible(intent, move))
  if (possible.length === 0) return undefined
  const buttons = possible.map((move, i) => {
    // A failure asks for its reason first.
    if (move === "fail") return buttonLink(pathOf(at, intent.id, move), words.moves[move], "quiet")
    return postForm(at, { action: pathOf(at, intent.id, move), button: words.moves[move], ...(i > 0 && { tone: "quiet" }) })
  })
  const { url } = actionOf(intent)
  const page = url && html`<p><a href="${url}" rel="noopener noreferrer" target="_blank">${words.payerPage}</a></p>`
  return html`<p>${isChallenge(intent) ? words.challengeWaits : words.waits}</p><div class="actions">${buttons}</div>${page}`
}

function isPossible(intent: IntentRow, move: Move): boolean {
  if (move === "authorize" || move === "refuse") return isChallenge(intent)
  return nextIntentStatus(intent.status, TRIGGERS[move]) !== undefined
}

function isChallenge(intent: IntentRow): boolean {
  return actionOf(intent).type === "redirect_to_url"
}

function actionOf({ status, next_action }: IntentRow): { type?: string; url?: string } {
  return status === "requires_action" && next_action ? JSON.parse(next_action) : {}
}

function changeOf(move: Move): Change<IntentRow> {
  return {
    role: "operator",
    find: async (at) => {
      mustBeTest(at)
      return mustFindIntent(at.mode.database, { account: at.account }, at.param("id"))
    },
    ask: (at, { id, amount, currency }) => {
      const words = at.words(WORDS)
      const codes = FAILURES.map((code) => [code, code] as const)
      return {
        title: words.moves[move],
        text: words.moveTexts[move](at.money(amount, currency)),
        fields: html`${move === "fail" && selectField(at, { name: "code", label: words.reason, options: codes })}`,
        button: words.moves[move],
        back: pathOf(at, id),
      }
    },
    make: async (at, intent) => {
      await makeMove(at, intent, move)
      return { to: pathOf(at, intent.id), notice: at.words(WORDS).moved[move] }
    },
  }
}

async function makeMove(at: At, intent: IntentRow, move: Move): Promise<void> {
  if (move === "authorize" || move === "refuse") return decideChallenge(at, intent, move === "authorize")
  await at.act({ action: "test_payment.move", target: intent.id }, (tx, scope) => {
    switch (move) {
      case "succeed":
        return forceSuccess(tx, scope, intent.id)
      case "fail":
        return forceFailure(tx, scope, intent.id, readCode(at))
      case "expire":
        return forceExpiry(tx, scope, intent.id)
      case "cancel":
        return cancelIntent(tx, scope, intent.id, null)
    }
  })
}

/** As the payer does on the hosted page: the decision is stored first, and then the acquirer is told. */
async function decideChallenge(at: At, intent: IntentRow, passed: boolean): Promise<void> {
  const attempt = await at.act({ action: "test_payment.move", target: intent.id }, async (tx, scope) => {
    const latest = await latestAttemptOf(tx, intent)
    const begun = latest && isChallenge(intent) && (await beginChallenge(tx, scope, intent.id, latest.id, passed))
    if (!begun) throw new Refusal("no_challenge", at.words(WORDS).noChallenge)
    return begun
  })
  await finishChallenge(at.mode, attempt)
}

function readCode(at: At): ForcedCode {
  const code = FAILURES.find((each) => each === at.form.get("code"))
  if (!code) throw new ApiError("parameter_invalid", at.words(WORDS).unknownChoice, "code")
  return code
}
