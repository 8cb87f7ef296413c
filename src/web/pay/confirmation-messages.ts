import type { Language } from "./messages.ts"

/** The texts of the page of a card that the payer's bank wants to confirm. None of them has markup. */
export type ConfirmationMessages = {
  confirmHeading: string
  confirmText: string
  confirmButton: string
  /** The dialog with the bank's challenge. */
  dialogHeading: string
  dialogText: string
  dialogLoading: string
  dialogFrame: string
  dialogClose: string
}

const pt: ConfirmationMessages = {
  confirmHeading: "Falta confirmar com o banco",
  confirmText: "O banco do cartão quer conferir se é você quem está pagando. Nada é cobrado antes da confirmação.",
  confirmButton: "Continuar no banco",
  dialogHeading: "Confirmação do banco",
  dialogText: "Se você fechar sem confirmar, nada é cobrado. Você pode continuar depois, nesta página.",
  dialogLoading: "Abrindo a página do banco…",
  dialogFrame: "Página do banco",
  dialogClose: "Fechar sem confirmar",
}

const en: ConfirmationMessages = {
  confirmHeading: "Your bank has to confirm",
  confirmText: "The bank of your card wants to check that it is you who is paying. Nothing is charged before you confirm.",
  confirmButton: "Continue at the bank",
  dialogHeading: "Confirm with your bank",
  dialogText: "If you close this without confirming, nothing is charged. You can go on later, on this page.",
  dialogLoading: "Opening your bank’s page…",
  dialogFrame: "Your bank’s page",
  dialogClose: "Close without confirming",
}

const es: ConfirmationMessages = {
  confirmHeading: "Falta confirmar con el banco",
  confirmText: "El banco de la tarjeta quiere comprobar que es usted quien paga. No se cobra nada antes de la confirmación.",
  confirmButton: "Continuar en el banco",
  dialogHeading: "Confirmación del banco",
  dialogText: "Si cierra sin confirmar, no se le cobra nada. Puede continuar más tarde, en esta página.",
  dialogLoading: "Abriendo la página del banco…",
  dialogFrame: "Página del banco",
  dialogClose: "Cerrar sin confirmar",
}

export const CONFIRMATION_MESSAGES: Record<Language, ConfirmationMessages> = { pt, en, es }
