import type { IntentRow } from "../../../payments/intents/table.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

const en = {
  results: {
    authenticated: "The issuer authenticated the payer",
    attempted: "The card network answered for the issuer",
    data_only: "The issuer was only told about the payment",
    failed: "The payer was not authenticated",
    not_enrolled: "The issuer has no 3DS",
    unavailable: "3DS could not be reached",
  },
  shifted: "the issuer bears the risk of fraud",
  notShifted: "the merchant bears the risk of fraud",
}

const pt: typeof en = {
  results: {
    authenticated: "O emissor autenticou o pagador",
    attempted: "A bandeira respondeu pelo emissor",
    data_only: "O emissor só foi informado do pagamento",
    failed: "O pagador não foi autenticado",
    not_enrolled: "O emissor não tem 3DS",
    unavailable: "O 3DS não respondeu",
  },
  shifted: "o emissor assume o risco de fraude",
  notShifted: "o lojista assume o risco de fraude",
}

const WORDS: Words<typeof en> = { en, pt }

/** What came of the 3DS of a payment, and who bears the risk of fraud. Null if there was none. */
export function threeDSecureText(request: DashboardRequest, { payment_method_details: details }: IntentRow): string | null {
  const words = request.words(WORDS)
  const secured = details?.card?.three_d_secure
  if (!secured) return null
  return `${words.results[secured.result]}: ${secured.liability_shifted ? words.shifted : words.notShifted}`
}
