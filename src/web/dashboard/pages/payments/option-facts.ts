import { presentOptions } from "../../../../payments/intents/options.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import type { Words } from "../../../shared/language.ts"
import { threeDSecureText } from "../../components/three-d-secure.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

const en = {
  request: "3DS requested",
  requests: { automatic: "If the issuer asks for it", any: "Always", never: "Never" },
  result: "3DS",
  maxInstallments: "Installments at most",
  pix: "Time to pay the PIX",
  seconds: (count: number) => (count % 60 === 0 ? `${count / 60} min` : `${count} s`),
  boleto: "Time to pay the boleto",
  days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
}

const pt: typeof en = {
  request: "3DS solicitado",
  requests: { automatic: "Se o emissor pedir", any: "Sempre", never: "Nunca" },
  result: "3DS",
  maxInstallments: "Máximo de parcelas",
  pix: "Prazo para pagar o PIX",
  seconds: en.seconds,
  boleto: "Prazo para pagar o boleto",
  days: (count) => (count === 1 ? "1 dia" : `${count} dias`),
}

const WORDS: Words<typeof en> = { en, pt }

/** What the merchant chose for the methods of a payment, and what came of 3DS. What was not chosen is left out. */
export function optionFacts(request: DashboardRequest, row: IntentRow): (readonly [string, string | null | false])[] {
  const words = request.words(WORDS)
  const { card, pix, boleto } = presentOptions(row)
  const seconds = pix?.expires_after_seconds ?? null
  const days = boleto?.expires_after_days ?? null
  return [
    [words.request, card?.request_three_d_secure ? words.requests[card.request_three_d_secure] : null],
    [words.result, threeDSecureText(request, row)],
    [words.maxInstallments, card?.max_installments ? `${card.max_installments}×` : null],
    [words.pix, seconds !== null && words.seconds(seconds)],
    [words.boleto, days !== null && words.days(days)],
  ]
}
