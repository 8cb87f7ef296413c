/** The languages of the payer pages. The first is the default. */
export const LANGUAGES = ["pt", "en", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** The BCP 47 tag of the language, for the page and for its numbers and dates. */
export const LOCALES: Record<Language, string> = { pt: "pt-BR", en: "en", es: "es-AR" }

/** All texts of the payer pages. Names, amounts and dates are arguments. None of these texts has markup. */
export type Messages = {
  testMode: string
  close: string
  copied: string
  refresh: string
  refreshPage: string
  checking: string
  notChecked: string
  timeLeft: string
  until: (time: string) => string
  testHint: string
  testHintText: string

  pixTitle: (payee: string) => string
  pixHeading: string
  pixCopy: string
  pixScan: string
  pixCode: string
  qrCode: string

  boletoTitle: (payee: string) => string
  boletoHeading: string
  boletoDue: (date: string) => string
  boletoSlow: string
  boletoType: string
  boletoLine: string
  boletoCopy: string
  boletoPdf: string
  barCode: string

  challengeTitle: string
  challengeHeading: string
  simulator: string
  simulatorText: string
  challengeText: string
  authorize: string
  fail: string
  noResponse: string

  paidHeading: string
  paidText: (payee: string, amount: string) => string
  authorizedHeading: string
  authorizedText: string
  refusedHeading: string
  refusedText: string
  refusedCardText: string
  expiredHeading: string
  canceledHeading: string
  doNotPay: string
  challengeExpiredText: string
  payPageCanceledText: string
  processingHeading: string
  processingText: string
  notFoundHeading: string
  notFoundText: string
  busyHeading: string
  busyText: (seconds: number) => string
  troubleHeading: string
  troubleText: string
  backToShop: string
  returning: string
  mayClose: string
}

const pt: Messages = {
  testMode: "Teste",
  close: "Fechar",
  copied: "Copiado",
  refresh: "Já paguei: atualizar esta página",
  refreshPage: "Atualizar esta página",
  checking: "Estamos conferindo se o pagamento chegou. Não pague este código.",
  notChecked: "Não conseguimos conferir o pagamento agora. Esta página continua tentando.",
  timeLeft: "Expira em",
  until: (time) => `Pague até ${time}, horário de Brasília`,
  testHint: "Como simular o pagamento",
  testHintText: "Nenhum dinheiro é movimentado. Para simular o pagamento, envie com a sua chave secreta de teste:",

  pixTitle: (payee) => `Pagar ${payee} com PIX`,
  pixHeading: "Pague com PIX",
  pixCopy: "Copiar código PIX",
  pixScan: "Leia o QR Code no aplicativo do seu banco, ou copie o código e cole em PIX Copia e Cola.",
  pixCode: "PIX copia e cola",
  qrCode: "QR Code do PIX",

  boletoTitle: (payee) => `Boleto de ${payee}`,
  boletoHeading: "Pague o boleto",
  boletoDue: (date) => `Vencimento em ${date}`,
  boletoSlow: "Depois do pagamento, o banco leva até dois dias úteis para confirmar.",
  boletoType: "Copie a linha no aplicativo do seu banco, ou leia o código de barras.",
  boletoLine: "Linha digitável",
  boletoCopy: "Copiar linha digitável",
  boletoPdf: "Abrir o boleto em PDF",
  barCode: "Código de barras do boleto",

  challengeTitle: "Confirme o pagamento",
  challengeHeading: "Confirme o pagamento",
  simulator: "Simulador da página do banco",
  simulatorText:
    "Esta página faz o papel do banco emissor do cartão. Nenhum dinheiro é movimentado: os botões simulam o que o portador e o banco fariam.",
  challengeText: "O banco quer conferir se é você quem está pagando.",
  authorize: "Autorizar",
  fail: "Recusar",
  noResponse: "O banco ainda não respondeu. Tente de novo em um instante.",

  paidHeading: "Pagamento recebido",
  paidText: (payee, amount) => `${payee} recebeu ${amount}. Obrigado!`,
  authorizedHeading: "Pagamento autorizado",
  authorizedText: "O banco confirmou o pagamento.",
  refusedHeading: "Pagamento não autorizado",
  refusedText: "Nada foi cobrado. Volte à loja para tentar de novo ou pagar de outra forma.",
  refusedCardText: "Nada foi cobrado. Você pode usar outro cartão para a sua assinatura.",
  expiredHeading: "O prazo para pagar acabou",
  canceledHeading: "Pagamento cancelado",
  doNotPay: "Não pague este código; peça um novo à loja.",
  challengeExpiredText: "Nada foi cobrado. Volte à loja para tentar de novo.",
  payPageCanceledText: "Nada foi cobrado. Se ainda quiser comprar, volte à loja.",
  processingHeading: "Um instante",
  processingText: "O pagamento está sendo processado. Não pague de novo.",
  notFoundHeading: "Página não encontrada",
  notFoundText: "Confira o endereço com a loja que o enviou.",
  busyHeading: "Muitas visitas ao mesmo tempo",
  busyText: (seconds) => `Espere ${seconds} segundos e atualize esta página.`,
  troubleHeading: "Esta página não está disponível agora",
  troubleText: "Espere um instante e atualize esta página.",
  backToShop: "Voltar à loja",
  returning: "Voltando à loja…",
  mayClose: "Você já pode fechar esta página.",
}

const en: Messages = {
  testMode: "Test",
  close: "Close",
  copied: "Copied",
  refresh: "I have paid: refresh this page",
  refreshPage: "Refresh this page",
  checking: "We are checking whether your payment has arrived. Do not pay this code.",
  notChecked: "We cannot check the payment at the moment. This page keeps trying.",
  timeLeft: "Expires in",
  until: (time) => `Pay by ${time}, São Paulo time`,
  testHint: "How to simulate the payment",
  testHintText: "No money moves. To simulate the payment, send this with your secret test key:",

  pixTitle: (payee) => `Pay ${payee} with PIX`,
  pixHeading: "Pay with PIX",
  pixCopy: "Copy PIX code",
  pixScan: "Scan the QR code in your bank’s app, or copy the code and paste it under PIX Copia e Cola.",
  pixCode: "PIX code to copy and paste",
  qrCode: "QR code of the PIX",

  boletoTitle: (payee) => `Boleto of ${payee}`,
  boletoHeading: "Pay the boleto",
  boletoDue: (date) => `Due on ${date}`,
  boletoSlow: "After you pay, the bank takes up to two business days to confirm.",
  boletoType: "Copy the number into your bank’s app, or scan the bar code.",
  boletoLine: "Number of the boleto",
  boletoCopy: "Copy number",
  boletoPdf: "Open the boleto as PDF",
  barCode: "Bar code of the boleto",

  challengeTitle: "Confirm your payment",
  challengeHeading: "Confirm your payment",
  simulator: "Simulator of the bank’s page",
  simulatorText:
    "This page stands in for the bank that issued the card. No money moves: the buttons simulate what the cardholder and the bank would do.",
  challengeText: "Your bank wants to check that it is you who is paying.",
  authorize: "Authorise",
  fail: "Fail",
  noResponse: "Your bank has not responded yet. Try again in a moment.",

  paidHeading: "Payment received",
  paidText: (payee, amount) => `${payee} has received ${amount}. Thank you!`,
  authorizedHeading: "Payment authorised",
  authorizedText: "Your bank has confirmed the payment.",
  refusedHeading: "Payment not authorised",
  refusedText: "You were not charged. Go back to the shop to try again or to pay in another way.",
  refusedCardText: "You were not charged. You can use another card for your subscription.",
  expiredHeading: "The time to pay is over",
  canceledHeading: "Payment canceled",
  doNotPay: "Do not pay this code. Ask the shop for a new one.",
  challengeExpiredText: "You were not charged. Go back to the shop to try again.",
  payPageCanceledText: "You were not charged. If you still want to buy, go back to the shop.",
  processingHeading: "One moment",
  processingText: "The payment is being processed. Do not pay again.",
  notFoundHeading: "Page not found",
  notFoundText: "Check the address with the shop that sent it to you.",
  busyHeading: "Too many visits at once",
  busyText: (seconds) => `Wait ${seconds} seconds, then refresh this page.`,
  troubleHeading: "This page is not available at the moment",
  troubleText: "Wait a moment, then refresh this page.",
  backToShop: "Back to the shop",
  returning: "Taking you back to the shop…",
  mayClose: "You can close this page.",
}

const es: Messages = {
  testMode: "Prueba",
  close: "Cerrar",
  copied: "Copiado",
  refresh: "Ya pagué: actualizar esta página",
  refreshPage: "Actualizar esta página",
  checking: "Estamos comprobando si llegó el pago. No pague este código.",
  notChecked: "No podemos comprobar el pago ahora. Esta página sigue intentándolo.",
  timeLeft: "Vence en",
  until: (time) => `Pague hasta el ${time}, hora de São Paulo`,
  testHint: "Cómo simular el pago",
  testHintText: "No se mueve dinero. Para simular el pago, envíe con su clave secreta de prueba:",

  pixTitle: (payee) => `Pagar a ${payee} con PIX`,
  pixHeading: "Pague con PIX",
  pixCopy: "Copiar código PIX",
  pixScan: "Escanee el código QR en la aplicación de su banco, o copie el código y péguelo en PIX Copia e Cola.",
  pixCode: "Código PIX para copiar y pegar",
  qrCode: "Código QR del PIX",

  boletoTitle: (payee) => `Boleto de ${payee}`,
  boletoHeading: "Pague el boleto",
  boletoDue: (date) => `Vence el ${date}`,
  boletoSlow: "Después del pago, el banco tarda hasta dos días hábiles en confirmarlo.",
  boletoType: "Copie el número en la aplicación de su banco, o escanee el código de barras.",
  boletoLine: "Número del boleto",
  boletoCopy: "Copiar número",
  boletoPdf: "Abrir el boleto en PDF",
  barCode: "Código de barras del boleto",

  challengeTitle: "Confirme el pago",
  challengeHeading: "Confirme el pago",
  simulator: "Simulador de la página del banco",
  simulatorText:
    "Esta página hace las veces del banco emisor de la tarjeta. No se mueve dinero: los botones simulan lo que harían el titular y el banco.",
  challengeText: "Su banco quiere comprobar que es usted quien paga.",
  authorize: "Autorizar",
  fail: "Rechazar",
  noResponse: "El banco todavía no respondió. Inténtelo de nuevo en un momento.",

  paidHeading: "Pago recibido",
  paidText: (payee, amount) => `${payee} recibió ${amount}. ¡Gracias!`,
  authorizedHeading: "Pago autorizado",
  authorizedText: "Su banco confirmó el pago.",
  refusedHeading: "Pago no autorizado",
  refusedText: "No se le cobró nada. Vuelva a la tienda para intentarlo de nuevo o pagar de otra forma.",
  refusedCardText: "No se le cobró nada. Puede usar otra tarjeta para su suscripción.",
  expiredHeading: "El plazo para pagar terminó",
  canceledHeading: "Pago cancelado",
  doNotPay: "No pague este código; pida uno nuevo a la tienda.",
  challengeExpiredText: "No se le cobró nada. Vuelva a la tienda para intentarlo de nuevo.",
  payPageCanceledText: "No se le cobró nada. Si todavía quiere comprar, vuelva a la tienda.",
  processingHeading: "Un momento",
  processingText: "El pago se está procesando. No pague de nuevo.",
  notFoundHeading: "Página no encontrada",
  notFoundText: "Compruebe la dirección con la tienda que se la envió.",
  busyHeading: "Demasiadas visitas a la vez",
  busyText: (seconds) => `Espere ${seconds} segundos y actualice esta página.`,
  troubleHeading: "Esta página no está disponible ahora",
  troubleText: "Espere un momento y actualice esta página.",
  backToShop: "Volver a la tienda",
  returning: "Volviendo a la tienda…",
  mayClose: "Ya puede cerrar esta página.",
}

export const MESSAGES: Record<Language, Messages> = { pt, en, es }
