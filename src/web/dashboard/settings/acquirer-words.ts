import type { Words } from "../shell/language.ts"

const en = {
  title: "Acquirer",
  mock: "In test mode the mock acquirer answers for every account. It moves no money, and the number of a test card decides what it answers.",
  toCards: "Test cards",
  toLive: "The acquirer of live mode",
  intro: "This acquirer takes the account's live payments, and sends money back where you refund it.",
  none: "No acquirer takes this account's live payments, so each of them is refused. Set one, with the credentials that it gave you.",
  noneForReaders: "No acquirer takes this account's live payments, so each of them is refused. An owner can set one.",
  name: "Acquirer",
  merchantId: "Merchant id",
  key: "Merchant key",
  keyHidden: "Stored encrypted, and never shown",
  keyHint: "It is stored encrypted, and nobody can read it here again.",
  boletoProvider: "Bank of boletos",
  bankOfAcquirer: "The acquirer's first choice",
  since: "Since",
  id: "Id",
  set: "Set the acquirer",
  setText: "New live payments of this account then go to this acquirer, at once and in every process.",
  replace: "Replace the acquirer",
  replaceText: (name: string) =>
    `New live payments then go to the acquirer below instead of ${name} as it is set now. Payments that were made before stay where they are, and are refunded there with the credentials of then.`,
  isSet: (name: string) => `${name} takes the account's live payments from now on.`,
  theAcquirer: "The acquirer",
  remove: "Remove the acquirer",
  removeText: (name: string) =>
    `${name} then gets no more payments of this account: new live payments are refused until another acquirer is set. Earlier ones can still be refunded. This does not work while a payment is under way.`,
  removed: "The account has no acquirer now. Its live payments are refused.",
  unknownChoice: "The acquirer, or the bank of boletos, is not one that there is. Choose again.",
}

const pt: typeof en = {
  title: "Adquirente",
  mock: "No modo de teste, o adquirente simulado responde por todas as contas. Ele não movimenta dinheiro, e o número do cartão de teste decide o que ele responde.",
  toCards: "Cartões de teste",
  toLive: "O adquirente do modo de produção",
  intro: "Este adquirente recebe os pagamentos de produção da conta e devolve o dinheiro quando você reembolsa.",
  none: "Nenhum adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Defina um, com as credenciais que ele forneceu.",
  noneForReaders:
    "Nenhum adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Um proprietário pode definir um.",
  name: "Adquirente",
  merchantId: "Número do estabelecimento",
  key: "Chave do estabelecimento",
  keyHidden: "Guardada com criptografia, nunca é mostrada",
  keyHint: "Ela é guardada com criptografia, e ninguém pode lê-la aqui de novo.",
  boletoProvider: "Banco dos boletos",
  bankOfAcquirer: "O primeiro que o adquirente oferece",
  since: "Desde",
  id: "Id",
  set: "Definir o adquirente",
  setText: "Os novos pagamentos de produção desta conta passam a ir para este adquirente, na hora e em todos os processos.",
  replace: "Substituir o adquirente",
  replaceText: (name: string) =>
    `Os novos pagamentos de produção passam a ir para o adquirente abaixo, em vez de ${name} como está definido agora. Os pagamentos anteriores ficam onde estão e são reembolsados lá, com as credenciais da época.`,
  isSet: (name: string) => `A partir de agora, ${name} recebe os pagamentos de produção da conta.`,
  theAcquirer: "O adquirente",
  remove: "Remover o adquirente",
  removeText: (name: string) =>
    `${name} não recebe mais pagamentos desta conta: novos pagamentos de produção são recusados até que outro adquirente seja definido. Os anteriores ainda podem ser reembolsados. Isto não funciona enquanto houver um pagamento em andamento.`,
  removed: "A conta está sem adquirente. Os seus pagamentos de produção são recusados.",
  unknownChoice: "O adquirente ou o banco dos boletos escolhido não existe. Escolha de novo.",
}

export const WORDS: Words<typeof en> = { en, pt }
