import { MOCK_CARDS } from "../../../../acquirers/mock/cards.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, facts, idText, titledCard } from "../../components/basics.ts"
import type { Change } from "../../forms/change.ts"
import { postForm, selectField, textField } from "../../forms/fields.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { NotAllowed } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { stateBadge } from "../payments/state-badge.ts"
import { type ApiCall, callList, retrieveCall } from "./api-calls.ts"
import { CARD_WORDS } from "./card-words.ts"
import { WORDS } from "./console-words.ts"
import { nextStepPages, nextSteps } from "./next-steps.ts"
import { METHODS, readTestPayment, runTestPayment } from "./run-payment.ts"
import { mustBeTestMode, toolTabs } from "./tabs.ts"

const PATH = "/test-tools/console"
const MAX_INSTALLMENTS = 12

/** Plays payments in test mode, step by step. Shows the API call of each step. */
export function consolePages(routes: PageRoutes): void {
  routes.page(PATH, async (request) => {
    mustBeTestMode(request)
    if (!request.may("operator")) throw new NotAllowed("operator")
    const words = request.words(WORDS)
    const form = postForm(request, { action: request.pathTo(`${PATH}/play`), button: words.play, fields: paymentFields(request) })
    return {
      title: words.title,
      body: html`${toolTabs(request, "console")}<section class="card"><p>${words.intro}</p>${form}</section>`,
    }
  })
  routes.change(`${PATH}/play`, runChange)
  routes.page(`${PATH}/:id`, async (request) => {
    mustBeTestMode(request)
    if (!request.may("operator")) throw new NotAllowed("operator")
    const intent = await mustFindIntent(request.mode.database, { account: request.account }, request.pathParameter("id"))
    return resultPage(request, intent, [retrieveCall(request, intent)])
  })
  nextStepPages(routes)
}

const runChange: Change<void> = {
  role: "operator",
  proof: "never",
  find: async (request) => mustBeTestMode(request),
  confirmation: (request) => {
    const words = request.words(WORDS)
    return {
      title: words.title,
      text: words.intro,
      fields: paymentFields(request),
      button: words.play,
      back: request.pathTo(PATH),
    }
  },
  make: async (request) => {
    const { intent, calls } = await runTestPayment(request, readTestPayment(request))
    return resultPage(request, intent, calls)
  },
}

/** Card numbers are chosen and never typed, so users enter no real card number. */
function paymentFields(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const outcomes = request.words(CARD_WORDS).outcomes
  const cards = MOCK_CARDS.map(({ name, number }) => [name, `•••• ${number.slice(-4)}: ${outcomes[name]}`] as const)
  const times = Array.from({ length: MAX_INSTALLMENTS }, (_, i) => [String(i + 1), i === 0 ? words.once : `${i + 1}×`] as const)
  return html`<div class="play">
${selectField(request, { name: "method", label: words.method, options: METHODS.map((method) => [method, words.methods[method]]) })}
${textField(request, { name: "amount", label: words.amount, value: words.firstAmount, hint: words.amountHint, required: true, maxlength: 14 })}
${selectField(request, { name: "card", label: words.card, options: cards })}
${selectField(request, { name: "installments", label: words.installments, options: times })}
${textField(request, { name: "email", label: words.customer, type: "email", value: "payer@example.com", hint: words.customerHint, required: true, maxlength: 255 })}
${textField(request, { name: "description", label: words.description, maxlength: 255 })}</div>`
}

/** Shows a payment, its possible next steps, and the calls that led to it. */
function resultPage(request: DashboardRequest, intent: IntentRow, calls: ApiCall[]): Page {
  const words = request.words(WORDS)
  const error = intent.last_payment_error
  const known = facts([
    [words.status, stateBadge(request, intent)],
    [words.amount, request.money(intent.amount, intent.currency)],
    [words.error, error && `${error.code}: ${error.message}`],
    [words.id, idText(intent.id)],
  ])
  const links = html`<p class="actions">${buttonLink(request.pathTo(`/payments/${intent.id}`), words.open)} ${buttonLink(request.pathTo(PATH), words.another, "quiet")}</p>`
  const next = nextSteps(request, intent)
  return {
    title: words.played,
    body: html`${toolTabs(request, "console")}${known}${links}${next && titledCard(words.next, next)}${titledCard(words.calls, callList(request, calls))}`,
  }
}
