import type { Words } from "../../../shared/language.ts"

const en = {
  title: "Acquirer",
  mock: "In test mode the mock acquirer answers for every account. It moves no money, and the number of a test card decides what it answers.",
  toCards: "Test cards",
  toLive: "The acquirer of live mode",
  intro: "This acquirer takes the account's live payments, and sends money back where you refund it.",
  none: "No acquirer takes this account's live payments, so they are all refused. Set one, with the credentials that it gave you.",
  noneForReaders: "No acquirer takes this account's live payments, so they are all refused. An owner can set one.",
  name: "Acquirer",
  merchantId: "Merchant ID",
  key: "Merchant key",
  keyHidden: "Stored encrypted, and never shown",
  keyHint: "It is stored encrypted, and no page shows it again.",
  boletoProvider: "Bank that issues boletos",
  bankOfAcquirer: "The acquirer's default",
  since: "Since",
  id: "Id",
  set: "Set the acquirer",
  setText: "New live payments of this account then go to this acquirer, at once and in every process.",
  replace: "Replace the acquirer",
  replaceText: (name: string) =>
    `New live payments then go to the acquirer below instead of the current ${name} settings. Earlier payments stay where they were made, and are refunded there with the credentials that they were made with.`,
  isSet: (name: string) => `${name} takes the account's live payments from now on.`,
  theAcquirer: "The acquirer",
  remove: "Remove the acquirer",
  removeText: (name: string) =>
    `${name} then gets no more payments from this account: new live payments are refused until another acquirer is set. Earlier ones can still be refunded. An acquirer cannot be removed while a payment is under way.`,
  removed: "The account has no acquirer now. Its live payments are refused.",
  unknownChoice: "The acquirer or the boleto bank does not exist. Choose again.",
}

const pt: typeof en = {
  title: "Adquirente",
  mock: "No modo de teste, a adquirente simulada responde por todas as contas. Ela não movimenta dinheiro, e o número do cartão de teste decide o que ela responde.",
  toCards: "Cartões de teste",
  toLive: "A adquirente do modo de produção",
  intro: "Esta adquirente recebe os pagamentos de produção da conta e devolve o dinheiro quando você reembolsa.",
  none: "Nenhuma adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Defina uma, com as credenciais que ela forneceu.",
  noneForReaders:
    "Nenhuma adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Um proprietário pode definir uma.",
  name: "Adquirente",
  merchantId: "Merchant ID",
  key: "Merchant Key",
  keyHidden: "Guardada com criptografia, nunca é mostrada",
  keyHint: "Ela é guardada com criptografia, e nenhuma página a mostra de novo.",
  boletoProvider: "Banco emissor dos boletos",
  bankOfAcquirer: "O padrão da adquirente",
  since: "Desde",
  id: "Id",
  set: "Definir a adquirente",
  setText: "Os novos pagamentos de produção desta conta passam a ir para esta adquirente, imediatamente e em todos os processos.",
  replace: "Substituir a adquirente",
  replaceText: (name: string) =>
    `Os novos pagamentos de produção passam a ir para a adquirente abaixo, em vez da configuração atual de ${name}. Os pagamentos anteriores ficam onde foram feitos e são reembolsados lá, com as credenciais usadas na época.`,
  isSet: (name: string) => `A partir de agora, ${name} recebe os pagamentos de produção da conta.`,
  theAcquirer: "A adquirente",
  remove: "Remover a adquirente",
  removeText: (name: string) =>
    `${name} não recebe mais pagamentos desta conta: novos pagamentos de produção são recusados até que outra adquirente seja definido. Os anteriores ainda podem ser reembolsados. Não é possível remover enquanto houver um pagamento em andamento.`,
  removed: "A conta está sem adquirente. Os seus pagamentos de produção são recusados.",
  unknownChoice: "A adquirente ou o banco emissor dos boletos não existe. Escolha de novo.",
}

export const WORDS: Words<typeof en> = { en, pt }
