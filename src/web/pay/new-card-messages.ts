import type { Language } from "./messages.ts"

/** The texts of the page of a new card. Amounts and times are arguments. None of these texts has markup. */
export type NewCardMessages = {
  title: (payee: string) => string
  heading: string
  text: string
  besideCodeHeading: string
  besideCode: string
  nextRetry: (time: string) => string
  agree: (amount: string) => string
  submit: string
  /** Before the form. */
  cardRefused: string
  cardProblem: string
  noResponse: string
  tooMany: string
  chargeRefused: string
  chargeUnanswered: string
  savedHeading: string
  savedText: (time: string) => string
  savedLater: string
  savedNext: string
  another: string
  paidHeading: string
  paidText: string
  overHeading: string
  overText: string
  canceledHeading: string
  canceledText: string
}

const pt: NewCardMessages = {
  title: (payee) => `Outro cartão – ${payee}`,
  heading: "Use outro cartão",
  text: "A cobrança da sua assinatura não foi aprovada. O cartão que você informar aqui passa a ser cobrado, só nesta assinatura.",
  besideCodeHeading: "Pague com cartão",
  besideCode:
    "O cartão é cobrado a partir do próximo período, só nesta assinatura. Hoje nada é cobrado: pague este período com o código que você já tem. Se não pagar, o cartão é cobrado na próxima tentativa.",
  nextRetry: (time) => `Próxima tentativa: ${time}.`,
  agree: (amount) => `Cobrar ${amount} neste cartão agora`,
  submit: "Salvar cartão",
  cardRefused: "O banco não aceitou o cartão. Nada foi salvo e nada foi cobrado. Confira os dados ou use outro cartão.",
  cardProblem: "Não conseguimos ler o cartão. Confira os dados e tente de novo.",
  noResponse: "O banco não respondeu. Nada foi salvo e nada foi cobrado. Tente de novo em um instante.",
  tooMany: "Foram muitos cartões hoje, e nada foi cobrado. Tente de novo amanhã ou fale com a loja.",
  chargeUnanswered: "O banco não respondeu, e nada foi cobrado. Tente de novo em um instante.",
  chargeRefused: "O pagamento não foi autorizado, e nada foi cobrado. Você pode tentar com outro cartão.",
  savedHeading: "Cartão salvo",
  savedText: (time) => `Ele será cobrado na próxima tentativa: ${time}.`,
  savedLater: "Ele será cobrado na próxima tentativa.",
  savedNext: "Ele será cobrado a partir do próximo período. Pague este período com o código que você já tem.",
  another: "Usar outro cartão",
  paidHeading: "Está tudo pago",
  paidText: "Não há nada a pagar deste período, e nenhum cartão precisa ser informado.",
  overHeading: "As tentativas acabaram",
  overText: "A assinatura não é mais cobrada, e nenhum cartão foi salvo. Se quiser continuar, fale com a loja.",
  canceledHeading: "A assinatura foi cancelada",
  canceledText: "Nada mais é cobrado, e nenhum cartão foi salvo.",
}

const en: NewCardMessages = {
  title: (payee) => `Another card – ${payee}`,
  heading: "Use another card",
  text: "The charge of your subscription was not approved. The card that you enter here is charged from now on, for this subscription only.",
  besideCodeHeading: "Pay by card",
  besideCode:
    "The card is charged from the next period on, for this subscription only. You are charged nothing today: pay this period with the code that you have. If you do not, the card is charged at the next attempt.",
  nextRetry: (time) => `Next attempt: ${time}.`,
  agree: (amount) => `Charge ${amount} to this card now`,
  submit: "Save card",
  cardRefused:
    "The bank has not accepted the card. Nothing was saved, and nothing was charged. Check its details, or use another card.",
  cardProblem: "We could not read the card. Check its details and try again.",
  noResponse: "The bank has not responded. Nothing was saved, and nothing was charged. Try again in a moment.",
  tooMany: "There were too many cards today, and you were not charged. Try again tomorrow or ask the shop.",
  chargeUnanswered: "The bank has not responded, and nothing was charged. Try again in a moment.",
  chargeRefused: "The payment was not approved, and nothing was charged. You can try another card.",
  savedHeading: "Card saved",
  savedText: (time) => `It is charged at the next attempt: ${time}.`,
  savedLater: "It is charged at the next attempt.",
  savedNext: "It is charged from the next period on. Pay this period with the code that you have.",
  another: "Use another card",
  paidHeading: "Everything is paid",
  paidText: "Nothing is to pay for this period, and no card is needed.",
  overHeading: "There are no attempts left",
  overText: "The subscription is not charged any more, and no card was saved. If you want to go on, contact the shop.",
  canceledHeading: "The subscription was canceled",
  canceledText: "Nothing is charged any more, and no card was saved.",
}

const es: NewCardMessages = {
  title: (payee) => `Otra tarjeta – ${payee}`,
  heading: "Use otra tarjeta",
  text: "El cobro de su suscripción no fue aprobado. La tarjeta que indique aquí se cobra desde ahora, solo en esta suscripción.",
  besideCodeHeading: "Pague con tarjeta",
  besideCode:
    "La tarjeta se cobra desde el próximo período, solo en esta suscripción. Hoy no se cobra nada: pague este período con el código que ya tiene. Si no lo paga, la tarjeta se cobra en el próximo intento.",
  nextRetry: (time) => `Próximo intento: ${time}.`,
  agree: (amount) => `Cobrar ${amount} en esta tarjeta ahora`,
  submit: "Guardar tarjeta",
  cardRefused: "El banco no aceptó la tarjeta. No se guardó ni se cobró nada. Revise los datos o use otra tarjeta.",
  cardProblem: "No pudimos leer la tarjeta. Revise los datos e inténtelo de nuevo.",
  noResponse: "El banco no respondió. No se guardó ni se cobró nada. Inténtelo de nuevo en un momento.",
  tooMany: "Hubo demasiadas tarjetas hoy y no se le cobró nada. Inténtelo mañana o consulte a la tienda.",
  chargeUnanswered: "El banco no respondió, y no se cobró nada. Inténtelo de nuevo en un momento.",
  chargeRefused: "El pago no fue autorizado, y no se cobró nada. Puede intentarlo con otra tarjeta.",
  savedHeading: "Tarjeta guardada",
  savedText: (time) => `Se cobra en el próximo intento: ${time}.`,
  savedLater: "Se cobra en el próximo intento.",
  savedNext: "Se cobra desde el próximo período. Pague este período con el código que ya tiene.",
  another: "Usar otra tarjeta",
  paidHeading: "Todo está pagado",
  paidText: "No hay nada que pagar de este período, y no hace falta ninguna tarjeta.",
  overHeading: "No quedan intentos",
  overText: "La suscripción ya no se cobra, y no se guardó ninguna tarjeta. Si quiere continuar, hable con la tienda.",
  canceledHeading: "La suscripción fue cancelada",
  canceledText: "No se cobra nada más, y no se guardó ninguna tarjeta.",
}

export const NEW_CARD_MESSAGES: Record<Language, NewCardMessages> = { pt, en, es }
