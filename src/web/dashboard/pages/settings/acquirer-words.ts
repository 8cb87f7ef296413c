import type { Words } from "../../../shared/language.ts"

const en = {
  title: "Acquirer",
  mock: "In test mode the mock acquirer answers for every account. It moves no money, and the number of a test card decides what it answers.",
  toCards: "Test cards",
  toLive: "The acquirer of live mode",
  intro: "Acquirers take the account's live payments, one for each payment method, and send money back where you refund it.",
  none: "No acquirer takes this account's live payments, so they are all refused. Add one, with the credentials that it gave you.",
  noneForReaders: "No acquirer takes this account's live payments, so they are all refused. An owner can add one.",
  whoGets: "Who gets new payments",
  nobody: "No acquirer",
  refused: "Its payments are refused.",
  thenFallback: (name: string) => `If it cannot make a payment: ${name}.`,
  drainedToFallback: (name: string, other: string) => `${name} is drained, so ${other} gets its payments.`,
  drainedAndRefused: (name: string) => `${name} is drained, so its payments are refused.`,
  drained: "Drained",
  drainedSince: "Drained since",
  takes: "Payment methods",
  takesNone: "None of its own",
  isFallbackFor: "Fallback for",
  paidOutBy: "Paid out by",
  funds: { acquirer: "The acquirer, to the merchant's bank", platform: "The platform" },
  hidden: "Stored encrypted, and never shown",
  notSet: "Not set",
  acquirersDefault: "The acquirer's default",
  show: "Show",
  notifications: "Address for notifications",
  notificationsHint: "Give it to the acquirer, and to nobody else.",
  certificateUntil: "Certificate valid until",
  since: "Since",
  id: "Id",
  addTitle: "Add an acquirer",
  add: (name: string) => `Add ${name}`,
  replace: "Replace the credentials",
  choose: "Choose payment methods and fallbacks",
  drain: "Drain",
  undrain: "End the draining",
  remove: "Remove",
}

const pt: typeof en = {
  title: "Adquirente",
  mock: "No modo de teste, a adquirente simulada responde por todas as contas. Ela não movimenta dinheiro, e o número do cartão de teste decide o que ela responde.",
  toCards: "Cartões de teste",
  toLive: "A adquirente do modo de produção",
  intro:
    "As adquirentes recebem os pagamentos de produção da conta, uma para cada meio de pagamento, e devolvem o dinheiro quando você reembolsa.",
  none: "Nenhuma adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Adicione uma, com as credenciais que ela forneceu.",
  noneForReaders:
    "Nenhuma adquirente recebe os pagamentos de produção desta conta, e por isso todos são recusados. Um proprietário pode adicionar uma.",
  whoGets: "Quem recebe os novos pagamentos",
  nobody: "Nenhuma adquirente",
  refused: "Estes pagamentos são recusados.",
  thenFallback: (name) => `Se ela não conseguir fazer um pagamento: ${name}.`,
  drainedToFallback: (name, other) => `${name} está sem novas vendas, e por isso ${other} recebe os seus pagamentos.`,
  drainedAndRefused: (name) => `${name} está sem novas vendas, e por isso estes pagamentos são recusados.`,
  drained: "Sem novas vendas",
  drainedSince: "Sem novas vendas desde",
  takes: "Meios de pagamento",
  takesNone: "Nenhum próprio",
  isFallbackFor: "Reserva para",
  paidOutBy: "Quem repassa o dinheiro",
  funds: { acquirer: "A adquirente, para o banco da loja", platform: "A plataforma" },
  hidden: "Dado criptografado, nunca é mostrado",
  notSet: "Não definido",
  acquirersDefault: "O padrão da adquirente",
  show: "Mostrar",
  notifications: "Endereço das notificações",
  notificationsHint: "Informe-o à adquirente, e a mais ninguém.",
  certificateUntil: "Certificado válido até",
  since: "Desde",
  id: "Id",
  addTitle: "Adicionar uma adquirente",
  add: (name) => `Adicionar ${name}`,
  replace: "Substituir as credenciais",
  choose: "Escolher os meios de pagamento e as reservas",
  drain: "Parar as novas vendas",
  undrain: "Retomar as novas vendas",
  remove: "Remover",
}

export const WORDS: Words<typeof en> = { en, pt }

const methods = { card: "Card", pix: "PIX", boleto: "Boleto" }

const enForm = {
  methods,
  secretHint: "It is stored encrypted, and no page shows it again.",
  optional: "Optional.",
  acquirersDefault: en.acquirersDefault,
  groupChoices: { keep: "Leave as it is", none: "Do without", set: "Set as below", remove: "Remove" },
  typedInVain: (group: string) => `You filled in fields of “${group}”, but did not choose to set them. Choose what applies.`,
  ofOtherMerchant: (group: string) =>
    `“${group}” belongs to the merchant that is set now, so it cannot stay for another one. Set it again, or remove it.`,
  wrong: (label: string, message: string) => `Check “${label}”. ${message}`,
  addText: (name: string) => `New live payments by the methods that you choose then go to ${name}, at once and in every process.`,
  added: (name: string) => `${name} is set, and is used as you chose from now on.`,
  replaceText: (name: string) =>
    `New live payments at ${name} then use the credentials below. Earlier payments stay where they were made, and are refunded there with the credentials that they were made with.`,
  replaced: (name: string) => `The credentials of ${name} are replaced.`,
  methodsField: "Payment methods",
  methodsText: (name: string) =>
    `New live payments by these methods then go to ${name}, at once and in every process. A method that you leave out has no acquirer then: its payments are refused. Earlier payments stay where they were made.`,
  ofItself: (method: string) => `${method}: it has this method now`,
  ofNobody: (method: string) => `${method}: no acquirer has this method now`,
  ofAnother: (method: string, other: string) => `${method}: ${other} has this method now, and it is taken from there`,
  ofPlatform: (method: string, other: string) =>
    `${method} stays with ${other}: the platform pays out its money, so only the operator of the platform can move the method.`,
  noMethod: "Choose a payment method, or one to be the fallback for. To give an acquirer no new payments, drain or remove it.",
  fallbackField: "Fallback for",
  fallbackHint:
    "A fallback gets a payment that the acquirer of its method certainly did not make: it was not reached, could not process it, is drained, or does not take that card, currency or number of installments. A method has at most one.",
  otherFallback: (method: string, other: string) => `${method}: ${other} is its fallback now, and then no longer`,
  ownFallback: (methods: string) => `An acquirer cannot be its own fallback. Choose one of the two: ${methods}.`,
  methodsSet: (name: string) => `${name} is used as you chose from now on.`,
  drainText: (name: string) =>
    `${name} then gets no new payments. Captures, refunds and look-ups of earlier ones go on, and a PIX or boleto that was made there can still be paid.`,
  thenFallback: (methods: string) => `New live payments by these methods go to their fallback: ${methods}.`,
  thenRefused: (methods: string) =>
    `New live payments by these methods are refused until you give them to another acquirer or end the draining: ${methods}.`,
  drained: (name: string) => `${name} gets no new payments.`,
  undrainText: (name: string) => `${name} then gets new payments again.`,
  undrained: (name: string) => `${name} gets new payments again.`,
  removeText: (name: string) =>
    `${name} then gets no more payments from this account. Earlier ones can still be refunded. An acquirer cannot be removed while one of its payments is under way.`,
  thenWithout: (methods: string) => `New live payments by these methods are refused until another acquirer has them: ${methods}.`,
  removed: (name: string) => `${name} is removed from this account.`,
  changedMeanwhile: "Somebody has changed the acquirers in the meantime. See how they are now, and send the form again.",
}

const ptForm: typeof enForm = {
  methods: { card: "Cartão", pix: "PIX", boleto: "Boleto" },
  secretHint: "O dado é guardado com criptografia, e nenhuma página o mostra de novo.",
  optional: "Opcional.",
  acquirersDefault: pt.acquirersDefault,
  groupChoices: { keep: "Deixar como está", none: "Não usar", set: "Definir como abaixo", remove: "Remover" },
  typedInVain: (group) => `Você preencheu campos de “${group}”, mas não escolheu defini-los. Escolha o que vale.`,
  ofOtherMerchant: (group) =>
    `“${group}” é da loja definida hoje e não pode continuar com outra. Defina de novo ou escolha remover.`,
  wrong: (label) => `Confira o campo “${label}”: está vazio ou não tem a forma esperada.`,
  addText: (name) =>
    `Os novos pagamentos de produção pelos meios escolhidos passam a ir para ${name}, imediatamente e em todos os processos.`,
  added: (name) => `${name} está definida e é usada, a partir de agora, como você escolheu.`,
  replaceText: (name) =>
    `Os novos pagamentos de produção em ${name} passam a usar as credenciais abaixo. Os pagamentos anteriores ficam onde foram feitos e são reembolsados lá, com as credenciais usadas na época.`,
  replaced: (name) => `As credenciais de ${name} foram substituídas.`,
  methodsField: "Meios de pagamento",
  methodsText: (name) =>
    `Os novos pagamentos de produção por estes meios passam a ir para ${name}, imediatamente e em todos os processos. Um meio que você deixar de fora fica sem adquirente: os pagamentos por ele são recusados. Os pagamentos anteriores ficam onde foram feitos.`,
  ofItself: (method) => `${method}: ela já tem este meio`,
  ofNobody: (method) => `${method}: hoje nenhuma adquirente tem este meio`,
  ofAnother: (method, other) => `${method}: hoje ${other} tem este meio e deixa de tê-lo`,
  ofPlatform: (method, other) =>
    `${method} fica com ${other}: a plataforma repassa o dinheiro dela, e por isso só a plataforma pode mudar este meio de adquirente.`,
  noMethod:
    "Escolha um meio de pagamento, ou um do qual ela é a reserva. Para que a adquirente não receba novos pagamentos, pare as novas vendas ou remova-a.",
  fallbackField: "Reserva para",
  fallbackHint:
    "A reserva recebe o pagamento que a adquirente do meio com certeza não fez: ela não foi alcançada, não conseguiu processar, está sem novas vendas, ou não aceita o cartão, a moeda ou o número de parcelas. Cada meio tem no máximo uma.",
  otherFallback: (method, other) => `${method}: hoje ${other} é a reserva e deixa de ser`,
  ownFallback: (methods) => `Uma adquirente não pode ser reserva de si mesma. Escolha um dos dois: ${methods}.`,
  methodsSet: (name) => `A partir de agora, ${name} é usada como você escolheu.`,
  drainText: (name) =>
    `${name} não recebe mais novos pagamentos. Capturas, reembolsos e consultas dos anteriores continuam, e um PIX ou boleto feito lá ainda pode ser pago.`,
  thenFallback: (methods) => `Os novos pagamentos de produção por estes meios vão para a adquirente reserva: ${methods}.`,
  thenRefused: (methods) =>
    `Os novos pagamentos de produção por estes meios são recusados até que outra adquirente os receba ou você retome as novas vendas: ${methods}.`,
  drained: (name) => `${name} não recebe novos pagamentos.`,
  undrainText: (name) => `${name} volta a receber novos pagamentos.`,
  undrained: (name) => `${name} voltou a receber novos pagamentos.`,
  removeText: (name) =>
    `${name} não recebe mais pagamentos desta conta. Os anteriores ainda podem ser reembolsados. Não é possível remover enquanto houver um pagamento em andamento nela.`,
  thenWithout: (methods) =>
    `Os novos pagamentos de produção por estes meios são recusados até que outra adquirente os receba: ${methods}.`,
  removed: (name) => `${name} foi removida desta conta.`,
  changedMeanwhile: "Alguém mudou as adquirentes nesse meio-tempo. Veja como elas estão agora e envie o formulário de novo.",
}

export const FORM_WORDS: Words<typeof enForm> = { en: enForm, pt: ptForm }
