import { Refusal } from "../../../../base/errors.ts"
import { latestAttemptOf } from "../../../../payments/attempts/store.ts"
import { beginChallenge, finishChallenge } from "../../../../payments/intents/challenge.ts"
import { type IntentTrigger, nextIntentStatus } from "../../../../payments/intents/state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink } from "../../components/basics.ts"
import type { Change } from "../../forms/change.ts"
import { postForm } from "../../forms/fields.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "../payments/action-words.ts"
import { cancelChange, testChange } from "../payments/cancel-and-test-actions.ts"
import { findPaymentTarget, type PaymentTarget } from "../payments/payment-target.ts"
import { WORDS } from "./console-words.ts"
import { mustBeTestMode } from "./tabs.ts"

const pathOf = (request: DashboardRequest, intent: string, move?: string): string =>
  request.pathTo(`/test-tools/console/${intent}${move ? `/${move}` : ""}`)
const consolePathOf = (request: DashboardRequest, intent: string): string => pathOf(request, intent)

/** The possible next steps of a payment. Those that end it are the same as on the page of the payment. */
const NEXT_STEPS = {
  authorize: challengeChange(true),
  refuse: challengeChange(false),
  succeed: testChange("pay", consolePathOf),
  fail: testChange("fail", consolePathOf),
  expire: testChange("expire", consolePathOf),
  cancel: cancelChange(consolePathOf),
}
type NextStep = keyof typeof NEXT_STEPS

const STEP_NAMES = Object.keys(NEXT_STEPS) as NextStep[]

const TRIGGERS: Record<Exclude<NextStep, "authorize" | "refuse">, IntentTrigger> = {
  succeed: "helper_succeed",
  fail: "helper_fail",
  expire: "helper_expire",
  cancel: "cancel",
}

/** The changes that advance a payment, as its payer, the acquirer or the API would. */
export function nextStepPages(routes: PageRoutes): void {
  for (const name of STEP_NAMES) {
    const change = NEXT_STEPS[name]
    const find = async (request: DashboardRequest) => {
      mustBeTestMode(request)
      return change.find(request)
    }
    routes.change(`/test-tools/console/:id/${name}`, { ...change, find })
  }
}

/** Buttons for the possible next steps. Undefined if there are none. */
export function nextSteps(request: DashboardRequest, intent: IntentRow): Html | undefined {
  const words = request.words(WORDS)
  const possible = STEP_NAMES.filter((move) => isPossible(intent, move))
  if (possible.length === 0) return undefined
  const labels = labelsOf(request)
  const buttons = possible.map((move, i) => {
    // A failure first asks for its reason.
    if (move === "fail") return buttonLink(pathOf(request, intent.id, move), labels[move], "quiet")
    return postForm(request, { action: pathOf(request, intent.id, move), button: labels[move], ...(i > 0 && { tone: "quiet" }) })
  })
  const { url } = actionOf(intent)
  const page = url && html`<p><a href="${url}" rel="noopener noreferrer" target="_blank">${words.payerPage}</a></p>`
  return html`<p>${isChallenge(intent) ? words.challengeWaits : words.waits}</p><div class="actions">${buttons}</div>${page}`
}

function labelsOf(request: DashboardRequest): Record<NextStep, string> {
  const { authorize, refuse } = request.words(WORDS).moves
  const { payButton: succeed, failButton: fail, expireButton: expire, cancelButton: cancel } = request.words(ACTION_WORDS)
  return { authorize, refuse, succeed, fail, expire, cancel }
}

function isPossible(intent: IntentRow, move: NextStep): boolean {
  if (move === "authorize" || move === "refuse") return isChallenge(intent)
  return nextIntentStatus(intent.status, TRIGGERS[move]) !== undefined
}

function isChallenge(intent: IntentRow): boolean {
  return actionOf(intent).type === "redirect_to_url"
}

function actionOf({ status, next_action }: IntentRow): { type?: string; url?: string } {
  return status === "requires_action" && next_action ? next_action : {}
}

/** The payer passes or fails the issuer's challenge. */
function challengeChange(passed: boolean): Change<PaymentTarget> {
  const move = passed ? "authorize" : "refuse"
  return {
    role: "operator",
    proof: "never",
    find: findPaymentTarget,
    confirmation: (request, { intent: { id }, sum }) => {
      const words = request.words(WORDS)
      return {
        title: words.moves[move],
        text: words.moveTexts[move](sum),
        button: words.moves[move],
        back: consolePathOf(request, id),
      }
    },
    make: async (request, { intent }) => {
      await decideChallenge(request, intent, passed)
      return { to: consolePathOf(request, intent.id), notice: request.words(WORDS).moved[move] }
    },
  }
}

/** As on the hosted page, the decision is stored before the acquirer is called. */
async function decideChallenge(request: DashboardRequest, intent: IntentRow, passed: boolean): Promise<void> {
  const attempt = await request.runAction({ action: "test_payment.move", target: intent.id }, async (tx, scope) => {
    const latest = await latestAttemptOf(tx, intent)
    const begun = latest && isChallenge(intent) && (await beginChallenge(tx, scope, intent.id, latest.id, passed))
    if (!begun) throw new Refusal("no_challenge", request.words(WORDS).noChallenge)
    return begun
  })
  await finishChallenge(request.mode, attempt)
}
