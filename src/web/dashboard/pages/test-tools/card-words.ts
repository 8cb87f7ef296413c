import type { MOCK_CARDS } from "../../../../acquirers/mock/cards.ts"
import type { Words } from "../../../shared/language.ts"

type Outcomes = Record<(typeof MOCK_CARDS)[number]["name"], string>

const outcomesEn: Outcomes = {
  approved: "succeeds (Visa)",
  mastercard: "succeeds (Mastercard)",
  amex: "succeeds (Amex)",
  elo: "succeeds (Elo)",
  hipercard: "succeeds (Hipercard)",
  declined: "is declined: card_declined",
  insufficientFunds: "is declined: insufficient_funds",
  expired: "is declined: expired_card",
  wrongCvc: "is declined: incorrect_cvc",
  unreachable: "the acquirer cannot process it: processing_error, each time",
  threeDs: "asks for a 3DS challenge",
  disputed: "succeeds, and is disputed a moment later",
  halfDisputed: "succeeds, and half of it is disputed a moment later",
  declinedWhenCharged: "can be saved, and is declined when it is charged: card_declined",
  processing: "stays processing, and succeeds a moment later",
  declinedAtCapture: "is authorized for a later capture, and declined when it is captured: card_declined",
  frictionless: "succeeds, and 3DS authenticates without a challenge",
  dataOnly: "succeeds, and 3DS only tells the issuer (data_only)",
  notEnrolled: "succeeds, and its issuer has no 3DS. If 3DS is required: authentication_failed",
  softDeclined: "asks for a 3DS challenge, because its issuer declines it without one: card_declined",
  failingChallenge: "asks for a 3DS challenge that always fails: authentication_failed",
}

const outcomesPt: Outcomes = {
  approved: "é aprovado (Visa)",
  mastercard: "é aprovado (Mastercard)",
  amex: "é aprovado (Amex)",
  elo: "é aprovado (Elo)",
  hipercard: "é aprovado (Hipercard)",
  declined: "é recusado: card_declined",
  insufficientFunds: "é recusado: insufficient_funds",
  expired: "é recusado: expired_card",
  wrongCvc: "é recusado: incorrect_cvc",
  unreachable: "a adquirente não consegue processar: processing_error, sempre",
  threeDs: "pede um desafio 3DS",
  disputed: "é aprovado e, logo depois, contestado",
  halfDisputed: "é aprovado e, logo depois, contestado pela metade",
  declinedWhenCharged: "pode ser salvo e é recusado na cobrança: card_declined",
  processing: "fica em processamento e é confirmado logo depois",
  declinedAtCapture: "é autorizado para captura posterior e recusado na captura: card_declined",
  frictionless: "é aprovado, e o 3DS autentica sem desafio",
  dataOnly: "é aprovado, e o 3DS só informa o emissor (data_only)",
  notEnrolled: "é aprovado, e o emissor não tem 3DS. Se o 3DS é exigido: authentication_failed",
  softDeclined: "pede um desafio 3DS, pois sem ele o emissor recusa: card_declined",
  failingChallenge: "pede um desafio 3DS que sempre falha: authentication_failed",
}

const en = {
  title: "Test cards",
  intro: "Any future expiry date and any security code work with these numbers. Amex has a security code of four digits.",
  number: "Number",
  outcome: "What it does",
  any: "Any other valid card number succeeds. Never send the number of a real card in test mode.",
  rest: "PIX, boletos and amounts",
  restText:
    "A PIX or a boleto stays open until it is paid in the console, is canceled, or expires by the clock. The amount has no effect.",
  faults: "An acquirer that fails",
  faultsText:
    "The operator of this service can make the mock fail with MOCK_ACQUIRER_FAULTS, for one account or for all: a call that never arrives, a response that is lost, an error, or a slow response.",
  faultsOfNow: "Set now:",
  outcomes: outcomesEn,
}

const pt: typeof en = {
  title: "Cartões de teste",
  intro:
    "Com estes números funcionam qualquer validade no futuro e qualquer código de segurança. O código de segurança do Amex tem quatro dígitos.",
  number: "Número",
  outcome: "O que acontece",
  any: "Qualquer outro número de cartão válido é aprovado. Nunca envie o número de um cartão real no modo de teste.",
  rest: "PIX, boletos e valores",
  restText:
    "Um PIX ou um boleto fica aberto até ser pago no console, ser cancelado ou vencer pelo relógio. O valor não faz diferença.",
  faults: "Uma adquirente que falha",
  faultsText:
    "O operador deste serviço pode fazer a adquirente simulada falhar com MOCK_ACQUIRER_FAULTS, para uma conta ou para todas: uma chamada que não chega, uma resposta que se perde, um erro ou uma resposta lenta.",
  faultsOfNow: "Definido agora:",
  outcomes: outcomesPt,
}

export const CARD_WORDS: Words<typeof en> = { en, pt }
