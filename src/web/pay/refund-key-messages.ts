import type { Language } from "./messages.ts"

/** The texts of the page on which a payer gives a PIX key. Amounts and keys are arguments. None of these texts has markup. */
export type RefundKeyMessages = {
  title: (payee: string) => string
  heading: (amount: string) => string
  about: string
  key: string
  hint: string
  wrong: string
  send: string
  kept: string
  keptText: (key: string) => string
  closed: string
  closedText: string
}

const pt: RefundKeyMessages = {
  title: (payee) => `Reembolso de ${payee}`,
  heading: (amount) => `Receba o reembolso de ${amount} por PIX`,
  about:
    "Você pagou com boleto, então o valor volta por PIX. A chave precisa ser o CPF ou CNPJ que pagou, cadastrado como chave no seu banco.",
  key: "Chave PIX (CPF ou CNPJ)",
  hint: "Só números, ou com pontos e traço",
  wrong: "Esta não é a chave do CPF ou CNPJ do pagador. Confira os dígitos.",
  send: "Receber nesta chave",
  kept: "Chave recebida",
  keptText: (key) => `O reembolso será enviado à chave PIX ${key}. Você não precisa fazer mais nada.`,
  closed: "Nada mais a informar",
  closedText: "Este reembolso já foi concluído ou este link venceu. Se tiver dúvidas, fale com a loja.",
}

const en: RefundKeyMessages = {
  title: (payee) => `Refund from ${payee}`,
  heading: (amount) => `Get your refund of ${amount} by PIX`,
  about:
    "You paid with a boleto, so the money comes back by PIX. The key must be the CPF or CNPJ that paid, registered as a key at your bank.",
  key: "PIX key (CPF or CNPJ)",
  hint: "Digits only, or with dots and dash",
  wrong: "This is not the key of the payer's CPF or CNPJ. Check the digits.",
  send: "Get it at this key",
  kept: "We have your key",
  keptText: (key) => `The refund will be sent to the PIX key ${key}. There is nothing more to do.`,
  closed: "Nothing more to fill in",
  closedText: "This refund is done, or this link has ended. If you have questions, contact the shop.",
}

const es: RefundKeyMessages = {
  title: (payee) => `Reembolso de ${payee}`,
  heading: (amount) => `Reciba el reembolso de ${amount} por PIX`,
  about:
    "Usted pagó con boleto, así que el dinero vuelve por PIX. La clave debe ser el CPF o CNPJ que pagó, registrado como clave en su banco.",
  key: "Clave PIX (CPF o CNPJ)",
  hint: "Solo números, o con puntos y guion",
  wrong: "Esta no es la clave del CPF o CNPJ del pagador. Revise los dígitos.",
  send: "Recibir en esta clave",
  kept: "Clave recibida",
  keptText: (key) => `El reembolso se enviará a la clave PIX ${key}. No tiene que hacer nada más.`,
  closed: "Nada más que completar",
  closedText: "Este reembolso ya terminó o este enlace venció. Si tiene dudas, hable con la tienda.",
}

export const REFUND_KEY_MESSAGES: Record<Language, RefundKeyMessages> = { pt, en, es }
