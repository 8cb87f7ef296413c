import type { Open } from "../../../../erasure/open.ts"
import type { Words } from "../../../shared/language.ts"

const what: Record<Open["what"], string> = {
  subscription: "This subscription is not canceled. Cancel it first.",
  payment: "This payment is open. Cancel it, or wait until it has ended.",
  refund: "This payment has an open refund. Wait for its outcome, or record it.",
  dispute: "This dispute is open. Wait until it is decided.",
  reversal: "This payment has an open reversal. Wait until the money has gone back, or record that it has.",
}

const en = {
  what,
  erase: "Erase personal data",
  title: (name: string) => `Erase who ${name} is?`,
  about: "This cannot be undone. It is for a payer who asks for it (LGPD, article 18).",
  erased: "What is erased",
  erasedList: [
    "Name, e-mail, phone, CPF or CNPJ, address and metadata of the customer",
    "Saved cards, with their numbers, and the names of the holders of all cards that the customer paid with",
    "The same in events, in what endpoints answered to them, in saved responses, in boletos, in mails, and in orders for UTMify",
  ],
  stays: "What stays",
  staysList: [
    "Payments, refunds, disputes and subscriptions, with their amounts, dates, ids, descriptions and metadata",
    "Brand, last four digits and validity of cards",
    "What you, your webhooks and your acquirer have of this customer. That is for you to erase",
  ],
  openTitle: "The customer cannot be erased yet",
  open: "Money may still move for this customer:",
  button: "Erase for good",
  notice: "The customer is erased. Events, mails and saved responses follow within minutes.",
}

const pt: typeof en = {
  what: {
    subscription: "Esta assinatura não está cancelada. Cancele-a antes.",
    payment: "Este pagamento está em aberto. Cancele-o ou espere até que termine.",
    refund: "Este pagamento tem um reembolso em aberto. Espere o resultado ou registre-o.",
    dispute: "Esta contestação está em aberto. Espere a decisão.",
    reversal: "Este pagamento tem uma devolução em aberto. Espere até o dinheiro voltar ou registre que voltou.",
  },
  erase: "Apagar dados pessoais",
  title: (name) => `Apagar os dados de ${name}?`,
  about: "Isto não pode ser desfeito. É para o pagador que o solicita (LGPD, artigo 18).",
  erased: "O que é apagado",
  erasedList: [
    "Nome, e-mail, telefone, CPF ou CNPJ, endereço e metadados do cliente",
    "Cartões salvos, com os números, e os nomes dos titulares de todos os cartões com que o cliente pagou",
    "O mesmo nos eventos, no que os endpoints responderam a eles, nas respostas salvas, nos boletos, nos e-mails e nos pedidos da UTMify",
  ],
  stays: "O que fica",
  staysList: [
    "Pagamentos, reembolsos, contestações e assinaturas, com valores, datas, ids, descrições e metadados",
    "Bandeira, quatro últimos dígitos e validade dos cartões",
    "O que você, seus webhooks e sua adquirente têm deste cliente. Cabe a você apagar",
  ],
  openTitle: "O cliente ainda não pode ser apagado",
  open: "Ainda pode haver movimento de dinheiro deste cliente:",
  button: "Apagar em definitivo",
  notice: "Os dados do cliente foram apagados. Eventos, e-mails e respostas salvas seguem em minutos.",
}

export const ERASE_WORDS: Words<typeof en> = { en, pt }
