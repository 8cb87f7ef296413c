import { KIND_TO_PAY, requestMail, resolveMail } from "../../../../mail/ask.ts"
import { findMail } from "../../../../mail/store.ts"
import type { MailRow } from "../../../../mail/tables.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import type { Change } from "../../forms/change.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { MAIL_WORDS } from "./words.ts"

async function findOne(request: DashboardRequest): Promise<MailRow> {
  const { account } = request
  const row = await request.mode.database.one(findMail, { account, id: request.pathParameter("id") })
  if (!row) throw new PageNotFound()
  return row
}

/** Sends a mail again. */
export const SEND_AGAIN: Change<MailRow> = {
  role: "operator",
  proof: "never",
  find: findOne,
  confirmation: (request, { id }) => {
    const { sendAgain: title, sendAgainText: text } = request.words(MAIL_WORDS)
    return { title, text, button: title, back: request.pathTo(`/mails/${id}`) }
  },
  make: async (request, { id }) => {
    const mail = await request.runAction({ action: "mail.send", target: id }, (tx, scope) => requestMail(tx, scope, id))
    return { to: request.pathTo(`/mails/${mail.id}`), notice: request.words(MAIL_WORDS).written }
  },
}

/** Takes a mail that failed off the attention list. */
export const RESOLVE: Change<MailRow> = {
  role: "operator",
  proof: "never",
  find: findOne,
  confirmation: (request, { id }) => {
    const { resolve: title, resolveText: text } = request.words(MAIL_WORDS)
    return { title, text, button: title, back: request.pathTo(`/mails/${id}`) }
  },
  make: async (request, { id }) => {
    await request.runAction({ action: "attention.resolve", target: id }, (tx, scope) => resolveMail(tx, scope, id))
    return { to: request.pathTo(`/mails/${id}`), notice: request.words(MAIL_WORDS).resolved }
  },
}

/** Mails the PIX or the boleto of a payment to its payer. */
export const SEND_TO_PAY: Change<IntentRow> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    const intent = await mustFindIntent(request.mode.database, request, request.pathParameter("id"))
    if (!mayBeMailed(intent)) throw new PageNotFound()
    return intent
  },
  confirmation: (request, { id }) => {
    const { sendToPay: title, sendToPayText: text } = request.words(MAIL_WORDS)
    return { title, text, button: title, back: request.pathTo(`/payments/${id}`) }
  },
  make: async (request, { id }) => {
    const mail = await request.runAction({ action: "mail.send", target: id }, (tx, scope) => requestMail(tx, scope, id))
    return { to: request.pathTo(`/mails/${mail.id}`), notice: request.words(MAIL_WORDS).written }
  },
}

/** Whether a payment has a PIX or a boleto that waits for its payer. */
export function mayBeMailed({ status, next_action }: Pick<IntentRow, "status" | "next_action">): boolean {
  return status === "requires_action" && KIND_TO_PAY[next_action?.type ?? ""] !== undefined
}
