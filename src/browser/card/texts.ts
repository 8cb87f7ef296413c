import type { CardFieldErrorCode, Funding, Locale } from "../../sdk/browser/types.ts"

/** Connection errors that the payer may see. */
export type ConnectionProblem = "network_error" | "timeout"

/** Temporary errors of the API. The payer may see them, because they can only try again. */
export type PassingError = "rate_limit_error" | "api_error"

export type Texts = {
  group: string
  number: string
  expiry: string
  expiryExample: string
  cvc: string
  /** The text from which a screen reader learns the brand. */
  brand: (name: string) => string
  funding: Record<Funding | "group", string>
  errors: Record<CardFieldErrorCode | "number_refused", string>
  connection: Record<ConnectionProblem, string>
  passing: Record<PassingError, string>
}

export const TEXTS: Record<Locale, Texts> = {
  "pt-BR": {
    group: "Dados do cartão",
    number: "Número do cartão",
    expiry: "Validade",
    expiryExample: "MM / AA",
    cvc: "Código de segurança",
    brand: (name) => `Bandeira: ${name}`,
    funding: { group: "Tipo do cartão", credit: "Crédito", debit: "Débito" },
    errors: {
      number_incomplete: "Preencha o número do cartão.",
      number_invalid: "O número do cartão está errado. Confira os dígitos.",
      number_refused: "Este número de cartão não é aceito. Confira os dígitos.",
      expiry_incomplete: "Preencha a validade, mês e ano.",
      expiry_invalid: "Esta validade não existe. Confira o mês e o ano.",
      expiry_past: "O cartão está vencido. Confira a validade ou use outro cartão.",
      cvc_incomplete: "Preencha o código de segurança.",
    },
    connection: {
      network_error: "Não foi possível conectar. Confira a internet e tente de novo.",
      timeout: "A resposta demorou demais. Tente de novo.",
    },
    passing: {
      rate_limit_error: "Houve tentativas demais. Espere alguns minutos e tente de novo.",
      api_error: "O serviço não está disponível agora. Tente de novo em um instante.",
    },
  },
  en: {
    group: "Card details",
    number: "Card number",
    expiry: "Expiry date",
    expiryExample: "MM / YY",
    cvc: "Security code",
    brand: (name) => `Brand: ${name}`,
    funding: { group: "Type of card", credit: "Credit", debit: "Debit" },
    errors: {
      number_incomplete: "Fill in the card number.",
      number_invalid: "The card number is wrong. Check its digits.",
      number_refused: "This card number is not accepted. Check its digits.",
      expiry_incomplete: "Fill in the expiry date, month and year.",
      expiry_invalid: "There is no such expiry date. Check the month and the year.",
      expiry_past: "The card has expired. Check the expiry date, or use another card.",
      cvc_incomplete: "Fill in the security code.",
    },
    connection: {
      network_error: "There is no connection. Check your network and try again.",
      timeout: "The answer took too long. Try again.",
    },
    passing: {
      rate_limit_error: "There were too many attempts. Wait a few minutes, then try again.",
      api_error: "The service is not available at the moment. Try again in a moment.",
    },
  },
  es: {
    group: "Datos de la tarjeta",
    number: "Número de la tarjeta",
    expiry: "Vencimiento",
    expiryExample: "MM / AA",
    cvc: "Código de seguridad",
    brand: (name) => `Marca: ${name}`,
    funding: { group: "Tipo de tarjeta", credit: "Crédito", debit: "Débito" },
    errors: {
      number_incomplete: "Complete el número de la tarjeta.",
      number_invalid: "El número de la tarjeta es incorrecto. Revise los dígitos.",
      number_refused: "Este número de tarjeta no se acepta. Revise los dígitos.",
      expiry_incomplete: "Complete el vencimiento, mes y año.",
      expiry_invalid: "Este vencimiento no existe. Revise el mes y el año.",
      expiry_past: "La tarjeta está vencida. Revise el vencimiento o use otra tarjeta.",
      cvc_incomplete: "Complete el código de seguridad.",
    },
    connection: {
      network_error: "No hay conexión. Revise su red y vuelva a intentar.",
      timeout: "La respuesta tardó demasiado. Vuelva a intentar.",
    },
    passing: {
      rate_limit_error: "Hubo demasiados intentos. Espere unos minutos y vuelva a intentar.",
      api_error: "El servicio no está disponible ahora. Vuelva a intentar en un momento.",
    },
  },
}
