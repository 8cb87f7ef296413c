import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { facts, titledCard } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { DETAIL_WORDS } from "./detail-words.ts"

/** The members of a next_action (openapi.yaml, NextAction), whatever its type. */
type NextAction = {
  qr_code_data?: string
  qr_code_url?: string | null
  line_code?: string
  pdf_url?: string | null
  url?: string
  expires_at?: number
}

/** Shows what the payer of a waiting payment sees: the PIX code, the boleto, or the bank's page. */
export function nextActionCard(request: DashboardRequest, { status, next_action }: IntentRow): Html | false {
  if (status !== "requires_action" || next_action === null) return false
  const words = request.words(DETAIL_WORDS)
  const { qr_code_data, qr_code_url, line_code, pdf_url, url, expires_at }: NextAction = next_action
  const page = url ?? (qr_code_url ?? pdf_url)?.replace(/\/[^/]*$/, "")
  return titledCard(
    words.nextAction,
    facts([
      [words.pix, qr_code_data && html`<span class="id wrap">${qr_code_data}</span>`],
      [words.line, line_code && html`<span class="id wrap">${line_code}</span>`],
      [words.page, page && html`<a href="${page}" rel="noreferrer">${words.open}</a>`],
      [words.expires, expires_at !== undefined && request.dateTime(expires_at)],
    ]),
  )
}
