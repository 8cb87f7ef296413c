import { REFERENCE_NAMES } from "../../../../acquirers/references.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import type { Words } from "../../../shared/language.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

const en = {
  tid: "TID",
  nsu: "NSU (receipt)",
  authorization_code: "Authorization code",
  end_to_end_id: "PIX end-to-end id",
  our_number: "Boleto number (nosso número)",
}

const pt: typeof en = {
  tid: "TID",
  nsu: "NSU (comprovante)",
  authorization_code: "Código de autorização",
  end_to_end_id: "Id ponta a ponta do PIX",
  our_number: "Nosso número",
}

const WORDS: Words<typeof en> = { en, pt }

/** How the acquirer names a payment in its statements, and to banks and cardholders. What it has not said is left out. */
export function referenceFacts(request: DashboardRequest, { payment_method_details: details }: IntentRow) {
  const words = request.words(WORDS)
  return REFERENCE_NAMES.map((name) => [words[name], details?.acquirer?.[name] ?? null] as const)
}
