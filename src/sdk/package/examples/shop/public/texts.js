// The texts of the shop for its buyers, and its formats of amounts and dates.
export const MESSAGES = {
  card_declined: "O banco recusou o cartão. Tente outro, ou pague de outro jeito.",
  insufficient_funds: "O cartão não tem saldo para esta compra.",
  expired_card: "Este cartão está vencido.",
  incorrect_cvc: "O código de segurança não confere.",
  authentication_failed: "O banco não confirmou o pagamento. Nada foi cobrado.",
  payment_intent_expired: "O prazo para pagar acabou. Nada foi cobrado.",
  unknown: "A página não abriu. Estamos conferindo se o pagamento foi feito. Não pague de novo.",
  still_open: "A página não abriu. O pagamento continua em aberto, e nada foi cobrado. Confira a internet e tente de novo.",
  canceled: "O pagamento não foi concluído. Nada foi cobrado.",
  email: "Confira o e-mail.",
  name: "Confira o nome.",
  "card.holderName": "Confira o nome no cartão.",
  "document.number": "Confira o CPF.",
  "address.postal_code": "Confira o CEP.",
  "address.state": "Confira o estado, com duas letras, como SP.",
}

const reais = new Intl.NumberFormat("pt-BR", {
  style: "currency",
  currency: "BRL",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
export const money = (cents) => reais.format(cents / 100)
export const day = (seconds) => new Date(seconds * 1000).toLocaleDateString("pt-BR", { dateStyle: "long" })

/** The methods that can pay a product. A subscription needs one that can be charged again. */
export const methodsOf = ({ recurring }) => (recurring ? ["card", "pix_automatico"] : ["card", "pix", "boleto"])

/** The text of the button that pays. */
export function verb({ recurring, amount }, method) {
  if (recurring) return `Assinar por ${money(amount)} por mês`
  return { card: `Pagar ${money(amount)}`, pix: "Gerar PIX", boleto: "Gerar boleto" }[method]
}

/** The price in `n` installments. The first one includes the cents that cannot be divided. */
export function terms(amount, n) {
  const each = Math.floor(amount / n)
  const first = amount - each * (n - 1)
  return first === each ? `${n}x de ${money(each)}` : `1ª de ${money(first)} e ${n - 1}x de ${money(each)}`
}
