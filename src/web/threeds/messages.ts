import type { Language } from "../pay/messages.ts"

/** The texts of the page on which a payer is authenticated. None of them has markup. */
export type ThreedsMessages = {
  title: string
  heading: string
  /** Why the page is there. */
  text: string
  contactText: string
  phone: string
  wrongPhone: string
  proceed: string
  /** While the page works. */
  preparing: string
  asking: string
  challenge: string
  finishing: string
  leaving: string
  again: string
  tryAgain: string
  /** Leads to the page of the payer's bank. */
  goToBank: string
  lost: string
  leave: string
  leaveText: string
  needsScript: string
}

const pt: ThreedsMessages = {
  title: "Confirme o pagamento com o seu banco",
  heading: "Seu banco confere o pagamento",
  text: "O banco do cartão confere se é você quem está pagando. Não feche esta página.",
  contactText: "Para conferir o pagamento, o banco do cartão precisa destes dados.",
  phone: "Celular com DDD",
  wrongPhone: "Escreva o número com DDD, como (11) 98765-4321.",
  proceed: "Continuar",
  preparing: "Preparando a confirmação…",
  asking: "Perguntando ao seu banco…",
  challenge: "Seu banco pede uma confirmação. Siga as instruções dele.",
  leaving: "Encerrando este pagamento…",
  finishing: "Um instante: estamos concluindo o pagamento. Não pague de novo.",
  again: "A confirmação não funcionou, e nada foi cobrado.",
  tryAgain: "Tentar de novo",
  goToBank: "Ir para a página do banco",
  lost: "Sem conexão. Esta página continua tentando.",
  leave: "Desistir deste pagamento",
  leaveText: "Se você desistir, nada será cobrado.",
  needsScript: "Para confirmar o pagamento, ative o JavaScript do navegador.",
}

const en: ThreedsMessages = {
  title: "Confirm the payment with your bank",
  heading: "Your bank checks the payment",
  text: "The bank of your card checks that it is you who is paying. Do not close this page.",
  contactText: "The bank of your card needs these details to check the payment.",
  phone: "Mobile phone with area code",
  wrongPhone: "Enter the number with its area code, such as (11) 98765-4321.",
  proceed: "Continue",
  preparing: "Preparing the confirmation…",
  asking: "Asking your bank…",
  challenge: "Your bank asks you to confirm. Follow its instructions.",
  leaving: "Ending this payment…",
  finishing: "One moment: we are completing the payment. Do not pay again.",
  again: "The confirmation did not work, and you were charged nothing.",
  tryAgain: "Try again",
  goToBank: "Go to your bank's page",
  lost: "No connection. This page keeps trying.",
  leave: "Give up this payment",
  leaveText: "If you give up, you are charged nothing.",
  needsScript: "To confirm the payment, switch on JavaScript in your browser.",
}

const es: ThreedsMessages = {
  title: "Confirme el pago con su banco",
  heading: "Su banco comprueba el pago",
  text: "El banco de la tarjeta comprueba que es usted quien paga. No cierre esta página.",
  contactText: "El banco de la tarjeta necesita estos datos para comprobar el pago.",
  phone: "Celular con código de área",
  wrongPhone: "Escriba el número con código de área, como (11) 98765-4321.",
  proceed: "Continuar",
  preparing: "Preparando la confirmación…",
  asking: "Consultando a su banco…",
  challenge: "Su banco pide una confirmación. Siga sus instrucciones.",
  leaving: "Cerrando este pago…",
  finishing: "Un momento: estamos completando el pago. No pague de nuevo.",
  again: "La confirmación no funcionó, y no se cobró nada.",
  tryAgain: "Intentar de nuevo",
  goToBank: "Ir a la página del banco",
  lost: "Sin conexión. Esta página sigue intentando.",
  leave: "Desistir de este pago",
  leaveText: "Si desiste, no se cobra nada.",
  needsScript: "Para confirmar el pago, active JavaScript en su navegador.",
}

export const THREEDS_MESSAGES: Record<Language, ThreedsMessages> = { pt, en, es }
