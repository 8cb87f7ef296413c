import type { MethodType } from "../../acquirers/sale.ts"
import type { Language } from "./messages.ts"

/** The fields that the pay page may ask for. */
export type Field = "name" | "document" | "postal_code" | "line1" | "number" | "line2" | "district" | "city" | "state"

/** The texts of the pay page. Amounts are arguments. None of these texts has markup. */
export type CheckoutMessages = {
  title: (payee: string) => string
  heading: string
  methods: string
  names: Record<MethodType, string>
  about: Record<MethodType, string>
  /** Where nothing is paid now. */
  trial: Partial<Record<MethodType, string>>
  fields: Record<Field, string>
  optional: string
  wrong: Record<Field | "noSuchCep" | "otherState", string>
  holder: string
  installments: string
  /** Before what the statement of the card will say. */
  statement: string
  once: (amount: string) => string
  parts: (count: number, amount: string) => string
  submit: { card: (amount: string) => string; verify: string } & Record<Exclude<MethodType, "card">, string>
  needsScript: string
  cardProblem: string
  payer: string
  refused: string
  insufficientFunds: string
  wrongCode: string
  expiredCard: string
  mandateUnpaid: string
  expired: string
  endsOther: string
  backToOther: string
  tooMany: string
  notPayable: string
  soldOut: string
  saleOver: string
  noMethod: string
  noResponse: string
  otherMethod: string
  byCard: string
  byCardNext: string
  otherCard: string
  contact: string
}

const pt: CheckoutMessages = {
  title: (payee) => `Pagar ${payee}`,
  heading: "Escolha como pagar",
  methods: "Formas de pagamento",
  names: { card: "Cartão", pix: "PIX", boleto: "Boleto", pix_automatico: "Pix Automático" },
  about: {
    card: "O número do cartão vai direto para um cofre, e a loja não o vê.",
    pix: "Você recebe um código para pagar no aplicativo do seu banco.",
    boleto: "Você recebe um boleto. Depois do pagamento, o banco leva até dois dias úteis para confirmar.",
    pix_automatico: "Você recebe um código para o aplicativo do seu banco, que depois paga cada período por você.",
  },
  trial: {
    card: "Hoje nada é cobrado. O cartão é apenas verificado.",
    pix_automatico: "Hoje nada é cobrado. Você recebe um código para autorizar no aplicativo do seu banco.",
  },
  fields: {
    name: "Nome completo",
    document: "CPF ou CNPJ",
    postal_code: "CEP",
    line1: "Rua",
    number: "Número",
    line2: "Complemento",
    district: "Bairro",
    city: "Cidade",
    state: "Estado",
  },
  optional: "opcional",
  wrong: {
    name: "Escreva o nome completo de quem paga.",
    document: "Confira o CPF ou o CNPJ: os dígitos não conferem.",
    postal_code: "O CEP tem oito dígitos.",
    noSuchCep: "Este CEP não existe. Confira os números.",
    otherState: "Este CEP é de outro estado. Confira o CEP e o estado.",
    line1: "Escreva o nome da rua.",
    number: "Confira o número.",
    line2: "Confira o complemento.",
    district: "Confira o bairro.",
    city: "Escreva o nome da cidade.",
    state: "Escolha o estado.",
  },
  holder: "Nome no cartão",
  installments: "Parcelas",
  statement: "Na fatura:",
  once: (amount) => `À vista: ${amount}`,
  parts: (count, amount) => `${count}x de ${amount} sem juros`,
  submit: {
    card: (amount) => `Pagar ${amount}`,
    verify: "Confirmar cartão",
    pix: "Gerar código PIX",
    boleto: "Gerar boleto",
    pix_automatico: "Gerar código do Pix Automático",
  },
  needsScript: "Para pagar com cartão, ative o JavaScript do navegador.",
  cardProblem: "Não conseguimos ler o cartão. Confira os dados e tente de novo.",
  payer: "Pagamento de",
  refused:
    "O pagamento não foi autorizado, e nada foi cobrado. Confira os dados, use outro cartão ou escolha outra forma de pagar.",
  insufficientFunds:
    "O cartão não tem limite para esta compra, e nada foi cobrado. Use outro cartão ou escolha outra forma de pagar.",
  wrongCode: "O código de segurança do cartão não confere, e nada foi cobrado. Tente de novo.",
  expiredCard: "A validade do cartão não confere, e nada foi cobrado. Confira os dados ou use outro cartão.",
  mandateUnpaid: "O Pix Automático não pagou esta cobrança. Você pode pagar agora por PIX.",
  expired: "O prazo do pagamento anterior acabou. Você pode pagar agora. Não pague o código antigo.",
  endsOther: "Se você continuar, o pagamento já iniciado é cancelado. Não pague o código antigo.",
  backToOther: "Voltar ao pagamento já iniciado",
  tooMany: "Foram muitas tentativas hoje, e nada foi cobrado. Tente de novo amanhã ou fale com a loja.",
  soldOut: "Esgotado no momento, e nada foi cobrado. Se outra compra for cancelada, você pode tentar de novo mais tarde.",
  saleOver: "Esta venda está encerrada, e nada foi cobrado.",
  notPayable: "Não é possível pagar assim agora, e nada foi cobrado. Escolha outra forma ou fale com a loja.",
  noMethod: "Esta página não tem uma forma de pagamento para você. Fale com a loja.",
  noResponse: "O banco não respondeu, e nada foi cobrado. Tente de novo em um instante.",
  otherMethod: "Pagar de outra forma",
  byCard: "Pagar com cartão, também nos próximos períodos",
  byCardNext: "Pagar com cartão a partir do próximo período",
  otherCard: "Usar outro cartão",
  contact: "Dúvidas? Fale com a loja:",
}

const en: CheckoutMessages = {
  title: (payee) => `Pay ${payee}`,
  heading: "Choose how to pay",
  methods: "Payment methods",
  names: { card: "Card", pix: "PIX", boleto: "Boleto", pix_automatico: "PIX Automático" },
  about: {
    card: "The card number goes straight into a vault. The shop does not see it.",
    pix: "You get a code to pay in your bank’s app.",
    boleto: "You get a boleto. After you pay, the bank takes up to two business days to confirm.",
    pix_automatico: "You get a code for your bank’s app. After that, the bank pays each period for you.",
  },
  trial: {
    card: "You are charged nothing today. The card is only verified.",
    pix_automatico: "You are charged nothing today. You get a code to authorize in your bank’s app.",
  },
  fields: {
    name: "Full name",
    document: "CPF or CNPJ",
    postal_code: "CEP (postal code)",
    line1: "Street",
    number: "Number",
    line2: "Apartment or unit",
    district: "District",
    city: "City",
    state: "State",
  },
  optional: "optional",
  wrong: {
    name: "Enter the full name of the payer.",
    document: "Check the CPF or CNPJ: its digits do not match.",
    postal_code: "A CEP has eight digits.",
    noSuchCep: "There is no such CEP. Check its digits.",
    otherState: "This CEP is in another state. Check the CEP and the state.",
    line1: "Enter the street.",
    number: "Check the number.",
    line2: "Check the apartment or unit.",
    district: "Check the district.",
    city: "Enter the city.",
    state: "Choose the state.",
  },
  holder: "Name on the card",
  installments: "Installments",
  statement: "On your statement:",
  once: (amount) => `All at once: ${amount}`,
  parts: (count, amount) => `${count} × ${amount}, interest-free`,
  submit: {
    card: (amount) => `Pay ${amount}`,
    verify: "Confirm card",
    pix: "Get PIX code",
    boleto: "Get boleto",
    pix_automatico: "Get PIX Automático code",
  },
  needsScript: "To pay by card, enable JavaScript in your browser.",
  cardProblem: "We could not read the card. Check its details and try again.",
  payer: "Payment by",
  refused:
    "The payment was not authorised, and you were not charged. Check the details, use another card or choose another method.",
  insufficientFunds:
    "The card has no limit for this purchase, and you were not charged. Use another card or choose another method.",
  wrongCode: "The card’s security code is wrong, and you were not charged. Try again.",
  expiredCard: "The card’s expiry date is wrong, and you were not charged. Check it or use another card.",
  mandateUnpaid: "PIX Automático did not pay this charge. You can pay it now by PIX.",
  expired: "The time of the previous payment is over. You can pay now. Do not pay the old code.",
  endsOther: "If you go on, the payment that you began is canceled. Do not pay the old code.",
  backToOther: "Back to the payment that you began",
  tooMany: "There were too many attempts today, and you were not charged. Try again tomorrow or ask the shop.",
  soldOut: "Sold out for now, and you were not charged. If another purchase is canceled, you can try again later.",
  saleOver: "This sale is closed, and you were not charged.",
  notPayable: "You cannot pay like this at the moment, and you were not charged. Choose another method or ask the shop.",
  noMethod: "This page has no payment method for you. Ask the shop.",
  noResponse: "The bank has not responded, and you were not charged. Try again in a moment.",
  otherMethod: "Pay in another way",
  byCard: "Pay by card, also in the periods to come",
  byCardNext: "Pay by card from the next period on",
  otherCard: "Use another card",
  contact: "Questions? Ask the shop:",
}

const es: CheckoutMessages = {
  title: (payee) => `Pagar a ${payee}`,
  heading: "Elija cómo pagar",
  methods: "Medios de pago",
  names: { card: "Tarjeta", pix: "PIX", boleto: "Boleto", pix_automatico: "PIX Automático" },
  about: {
    card: "El número de la tarjeta va directo a una bóveda, y la tienda no lo ve.",
    pix: "Recibe un código para pagar en la aplicación de su banco.",
    boleto: "Recibe un boleto. Después del pago, el banco tarda hasta dos días hábiles en confirmarlo.",
    pix_automatico: "Recibe un código para la aplicación de su banco, que después paga cada período por usted.",
  },
  trial: {
    card: "Hoy no se le cobra nada. La tarjeta solo se verifica.",
    pix_automatico: "Hoy no se le cobra nada. Recibe un código para autorizar en la aplicación de su banco.",
  },
  fields: {
    name: "Nombre completo",
    document: "CPF o CNPJ",
    postal_code: "CEP (código postal)",
    line1: "Calle",
    number: "Número",
    line2: "Departamento",
    district: "Barrio",
    city: "Ciudad",
    state: "Estado",
  },
  optional: "opcional",
  wrong: {
    name: "Escriba el nombre completo de quien paga.",
    document: "Revise el CPF o el CNPJ: los dígitos no coinciden.",
    postal_code: "El CEP tiene ocho dígitos.",
    noSuchCep: "Este CEP no existe. Revise los números.",
    otherState: "Este CEP es de otro estado. Revise el CEP y el estado.",
    line1: "Escriba el nombre de la calle.",
    number: "Revise el número.",
    line2: "Revise el departamento.",
    district: "Revise el barrio.",
    city: "Escriba el nombre de la ciudad.",
    state: "Elija el estado.",
  },
  holder: "Nombre en la tarjeta",
  installments: "Cuotas",
  statement: "En el resumen de la tarjeta:",
  once: (amount) => `Un pago: ${amount}`,
  parts: (count, amount) => `${count} cuotas de ${amount} sin interés`,
  submit: {
    card: (amount) => `Pagar ${amount}`,
    verify: "Confirmar tarjeta",
    pix: "Generar código PIX",
    boleto: "Generar boleto",
    pix_automatico: "Generar código de PIX Automático",
  },
  needsScript: "Para pagar con tarjeta, active JavaScript en el navegador.",
  cardProblem: "No pudimos leer la tarjeta. Revise los datos e inténtelo de nuevo.",
  payer: "Pago de",
  refused: "El pago no fue autorizado y no se le cobró nada. Revise los datos, use otra tarjeta o elija otro medio de pago.",
  insufficientFunds:
    "La tarjeta no tiene límite para esta compra y no se le cobró nada. Use otra tarjeta o elija otro medio de pago.",
  wrongCode: "El código de seguridad de la tarjeta no es correcto y no se le cobró nada. Inténtelo de nuevo.",
  expiredCard: "El vencimiento de la tarjeta no es correcto y no se le cobró nada. Revíselo o use otra tarjeta.",
  mandateUnpaid: "El Pix Automático no pagó este cobro. Puede pagarlo ahora por PIX.",
  expired: "El plazo del pago anterior terminó. Puede pagar ahora. No pague el código anterior.",
  endsOther: "Si continúa, el pago ya iniciado se cancela. No pague el código anterior.",
  backToOther: "Volver al pago ya iniciado",
  tooMany: "Hubo demasiados intentos hoy y no se le cobró nada. Inténtelo mañana o consulte a la tienda.",
  soldOut: "Agotado por ahora, y no se le cobró nada. Si se cancela otra compra, puede intentarlo más tarde.",
  saleOver: "Esta venta está cerrada, y no se le cobró nada.",
  notPayable: "No se puede pagar así ahora y no se le cobró nada. Elija otro medio o consulte a la tienda.",
  noMethod: "Esta página no tiene un medio de pago para usted. Consulte a la tienda.",
  noResponse: "El banco no respondió y no se le cobró nada. Inténtelo de nuevo en un momento.",
  otherMethod: "Pagar de otra forma",
  byCard: "Pagar con tarjeta, también en los próximos períodos",
  byCardNext: "Pagar con tarjeta desde el próximo período",
  otherCard: "Usar otra tarjeta",
  contact: "¿Dudas? Consulte a la tienda:",
}

export const CHECKOUT_MESSAGES: Record<Language, CheckoutMessages> = { pt, en, es }
