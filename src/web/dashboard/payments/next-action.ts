import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { facts, section } from "../shell/pieces.ts"
import { STORY } from "./story-words.ts"

/** The members of a next_action (openapi.yaml, NextAction), whatever its type. */
type Shown = {
  qr_code_data?: string
  qr_code_url?: string
  line_code?: string
  pdf_url?: string
  url?: string
  expires_at?: number
}

/** Shows what the payer of a waiting payment sees: the PIX code, the boleto, or the bank's page. */
export function nextActionCard(at: At, { status, next_action }: IntentRow): Html | false {
  if (status !== "requires_action" || next_action === null) return false
  const words = at.words(STORY)
  const { qr_code_data, qr_code_url, line_code, pdf_url, url, expires_at }: Shown = JSON.parse(next_action)
  const page = url ?? (qr_code_url ?? pdf_url)?.replace(/\/[^/]*$/, "")
  return section(
    words.nextAction,
    facts([
      [words.pix, qr_code_data && html`<span class="id wrap">${qr_code_data}</span>`],
      [words.line, line_code && html`<span class="id wrap">${line_code}</span>`],
      [words.page, page && html`<a href="${page}" rel="noreferrer">${words.open}</a>`],
      [words.expires, expires_at !== undefined && at.when(expires_at)],
    ]),
  )
}
