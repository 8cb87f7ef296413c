import { MOCK_CARDS } from "../../../acquirers/mock/cards.ts"
import { mustFindIntent } from "../../../payments/intents/retrieve.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import { stateBadge } from "../payments/state-badge.ts"
import { type Area, type Change, NotAllowed } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { postForm, selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink, facts, idText, section } from "../shell/pieces.ts"
import { CARD_WORDS } from "./card-words.ts"
import { WORDS } from "./console-words.ts"
import { movePages, nextSteps } from "./moves.ts"
import { METHODS, playPayment, readPlay } from "./play.ts"
import { type Call, retrieveCall, stepsOf } from "./steps.ts"
import { mustBeTest, toolTabs } from "./tabs.ts"

const PATH = "/test-tools/console"
const MAX_INSTALLMENTS = 12

/** Plays payments in test mode, step by step. Shows the API call of each step. */
export function consolePages(area: Area): void {
  area.page(PATH, async (at) => {
    mustBeTest(at)
    if (!at.may("operator")) throw new NotAllowed("operator")
    const words = at.words(WORDS)
    const form = postForm(at, { action: at.path(`${PATH}/play`), button: words.play, fields: playFields(at) })
    return {
      title: words.title,
      body: html`${toolTabs(at, "console")}<section class="card"><p>${words.intro}</p>${form}</section>`,
    }
  })
  area.change(`${PATH}/play`, playChange)
  area.page(`${PATH}/:id`, async (at) => {
    mustBeTest(at)
    if (!at.may("operator")) throw new NotAllowed("operator")
    const intent = await mustFindIntent(at.mode.database, { account: at.account }, at.param("id"))
    return playedPage(at, intent, [retrieveCall(at, intent)])
  })
  movePages(area)
}

const playChange: Change<void> = {
  role: "operator",
  proof: "never",
  find: async (at) => mustBeTest(at),
  ask: (at) => {
    const words = at.words(WORDS)
    return {
      title: words.title,
      text: words.intro,
      fields: playFields(at),
      button: words.play,
      back: at.path(PATH),
    }
  },
  make: async (at) => {
    const { intent, calls } = await playPayment(at, readPlay(at))
    return playedPage(at, intent, calls)
  },
}

/** Card numbers are chosen and never typed, so users enter no real card number. */
function playFields(at: At): Html {
  const words = at.words(WORDS)
  const outcomes = at.words(CARD_WORDS).outcomes
  const cards = MOCK_CARDS.map(({ name, number }) => [name, `•••• ${number.slice(-4)}: ${outcomes[name]}`] as const)
  const times = Array.from({ length: MAX_INSTALLMENTS }, (_, i) => [String(i + 1), i === 0 ? words.once : `${i + 1}×`] as const)
  return html`<div class="play">
${selectField(at, { name: "method", label: words.method, options: METHODS.map((method) => [method, words.methods[method]]) })}
${textField(at, { name: "amount", label: words.amount, value: words.firstAmount, hint: words.amountHint, required: true, maxlength: 14 })}
${selectField(at, { name: "card", label: words.card, options: cards })}
${selectField(at, { name: "installments", label: words.installments, options: times })}
${textField(at, { name: "email", label: words.customer, type: "email", value: "payer@example.com", hint: words.customerHint, required: true, maxlength: 255 })}
${textField(at, { name: "description", label: words.description, maxlength: 255 })}</div>`
}

/** Shows a payment, its possible next steps, and the calls that led to it. */
function playedPage(at: At, intent: IntentRow, calls: Call[]): Page {
  const words = at.words(WORDS)
  const error = intent.last_payment_error && (JSON.parse(intent.last_payment_error) as { code: string; message: string })
  const known = facts([
    [words.status, stateBadge(at, intent)],
    [words.amount, at.money(intent.amount, intent.currency)],
    [words.error, error && `${error.code}: ${error.message}`],
    [words.id, idText(intent.id)],
  ])
  const links = html`<p class="actions">${buttonLink(at.path(`/payments/${intent.id}`), words.open)} ${buttonLink(at.path(PATH), words.another, "quiet")}</p>`
  const next = nextSteps(at, intent)
  return {
    title: words.played,
    body: html`${toolTabs(at, "console")}${known}${links}${next && section(words.next, next)}${section(words.calls, stepsOf(at, calls))}`,
  }
}
