import { Refusal } from "../../../base/errors.ts"
import { latestAttemptOf } from "../../../payments/attempts/store.ts"
import { beginChallenge, finishChallenge } from "../../../payments/intents/challenge.ts"
import { type IntentTrigger, nextIntentStatus } from "../../../payments/intents/state.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import { ACTION_WORDS } from "../payments/action-words.ts"
import { cancelChange, testChange } from "../payments/ends.ts"
import { findKnown, type Known } from "../payments/known.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { postForm } from "../shell/form.ts"
import { buttonLink } from "../shell/pieces.ts"
import { WORDS } from "./console-words.ts"
import { mustBeTest } from "./tabs.ts"

const pathOf = (at: At, intent: string, move?: string): string =>
  at.path(`/test-tools/console/${intent}${move ? `/${move}` : ""}`)
const pageOf = (at: At, intent: string): string => pathOf(at, intent)

/** The possible next steps of a payment. Those that end it are the same as on the page of the payment. */
const MOVES = {
  authorize: challengeChange(true),
  refuse: challengeChange(false),
  succeed: testChange("pay", pageOf),
  fail: testChange("fail", pageOf),
  expire: testChange("expire", pageOf),
  cancel: cancelChange(pageOf),
}
type Move = keyof typeof MOVES

const NAMES = Object.keys(MOVES) as Move[]

const TRIGGERS: Record<Exclude<Move, "authorize" | "refuse">, IntentTrigger> = {
  succeed: "helper_succeed",
  fail: "helper_fail",
  expire: "helper_expire",
  cancel: "cancel",
}

/** The changes that advance a payment, as its payer, the acquirer or the API would. */
export function movePages(area: Area): void {
  for (const name of NAMES) {
    const change = MOVES[name]
    const find = async (at: At) => {
      mustBeTest(at)
      return change.find(at)
    }
    area.change(`/test-tools/console/:id/${name}`, { ...change, find })
  }
}

/** Buttons for the possible next steps. Undefined if there are none. */
export function nextSteps(at: At, intent: IntentRow): Html | undefined {
  const words = at.words(WORDS)
  const possible = NAMES.filter((move) => isPossible(intent, move))
  if (possible.length === 0) return undefined
  const labels = labelsOf(at)
  const buttons = possible.map((move, i) => {
    // A failure first asks for its reason.
    if (move === "fail") return buttonLink(pathOf(at, intent.id, move), labels[move], "quiet")
    return postForm(at, { action: pathOf(at, intent.id, move), button: labels[move], ...(i > 0 && { tone: "quiet" }) })
  })
  const { url } = actionOf(intent)
  const page = url && html`<p><a href="${url}" rel="noopener noreferrer" target="_blank">${words.payerPage}</a></p>`
  return html`<p>${isChallenge(intent) ? words.challengeWaits : words.waits}</p><div class="actions">${buttons}</div>${page}`
}

function labelsOf(at: At): Record<Move, string> {
  const { authorize, refuse } = at.words(WORDS).moves
  const { payButton: succeed, failButton: fail, expireButton: expire, cancelButton: cancel } = at.words(ACTION_WORDS)
  return { authorize, refuse, succeed, fail, expire, cancel }
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

/** The payer passes or fails the issuer's challenge. */
function challengeChange(passed: boolean): Change<Known> {
  const move = passed ? "authorize" : "refuse"
  return {
    role: "operator",
    proof: "never",
    find: findKnown,
    ask: (at, { intent: { id }, sum }) => {
      const words = at.words(WORDS)
      return { title: words.moves[move], text: words.moveTexts[move](sum), button: words.moves[move], back: pageOf(at, id) }
    },
    make: async (at, { intent }) => {
      await decideChallenge(at, intent, passed)
      return { to: pageOf(at, intent.id), notice: at.words(WORDS).moved[move] }
    },
  }
}

/** As on the hosted page, the decision is stored before the acquirer is called. */
async function decideChallenge(at: At, intent: IntentRow, passed: boolean): Promise<void> {
  const attempt = await at.act({ action: "test_payment.move", target: intent.id }, async (tx, scope) => {
    const latest = await latestAttemptOf(tx, intent)
    const begun = latest && isChallenge(intent) && (await beginChallenge(tx, scope, intent.id, latest.id, passed))
    if (!begun) throw new Refusal("no_challenge", at.words(WORDS).noChallenge)
    return begun
  })
  await finishChallenge(at.mode, attempt)
}
