import type { BankAccountChange } from "../payouts/mode.ts"
import type { FailureCode } from "../payouts/tables.ts"

/** What mails to users say. Users have no language of their own, and merchants are Brazilian. */
export const USER_WORDS = {
  test: "Modo de teste: não se trata de dinheiro de verdade.",
  amount: "Valor",
  payment: "Pagamento",
  reason: "Motivo",
  answerBy: "Responder até",
  payout: "Repasse",
  destination: "Conta bancária",
  countsFrom: "Vale a partir de",
  endpoint: "Endereço",
  waiting: "Entregas na fila",
  deadLetters: "Entregas perdidas",
  lastSuccess: "Última entrega",
  never: "nenhuma",
  more: (count: number) => `mais de ${count}`,
  open: "Abrir no painel",
  pixKey: (masked: string) => `Chave PIX ${masked}`,
  numbers: (bank: string, branch: string, account: string) => `Banco ${bank}, agência ${branch}, conta ${account}`,
  why: (account: string) => `Você recebe este e-mail porque é uma das pessoas responsáveis por ${account} no Vintém.`,
  whyOwner: (account: string) =>
    `Você recebe este e-mail porque é ou foi, nos últimos 30 dias, responsável por ${account} no Vintém.`,
  dispute_opened: (amount: string, account: string) => ({
    subject: `Contestação de ${amount} – ${account}`,
    heading: `Uma compra de ${amount} foi contestada`,
    text: "O banco do pagador contestou a compra, e o valor já saiu do seu saldo.",
    answer: "Responda até o prazo: aceite, ou recuse com um documento. Depois dele, a contestação está perdida.",
    noAnswer: "Se o adquirente abrir um prazo para responder, ele aparece no painel.",
  }),
  payout_failed: (amount: string, account: string) => ({
    subject: `Um repasse de ${amount} não chegou – ${account}`,
    heading: `O repasse de ${amount} não chegou`,
    text: "O dinheiro voltou ao seu saldo e vai no próximo repasse. Confira a conta bancária antes dele.",
  }),
  endpoint_failing: (host: string, account: string) => ({
    subject: `As notificações a ${host} estão falhando – ${account}`,
    heading: "As notificações de webhook estão falhando",
    text: "O endereço não aceita as entregas há mais de uma hora. Depois de sete tentativas, uma entrega não é mais repetida. Corrija o endereço e reenvie-as pelo painel.",
  }),
  bank_account_changed: (account: string) => ({
    subject: `A conta bancária de ${account} mudou`,
    text: "Se foi você ou alguém da sua equipe, não precisa fazer nada. Se não foi, entre no painel agora, remova a conta bancária e avise a plataforma.",
  }),
  changes: {
    set: "Uma nova conta bancária foi cadastrada para os repasses",
    removed: "A conta bancária dos repasses foi removida",
    released: "A nova conta bancária dos repasses foi liberada",
  } satisfies Record<BankAccountChange, string>,
  failures: {
    account_closed: "A conta bancária está encerrada",
    invalid_account: "A conta bancária não existe",
    invalid_key: "A chave PIX não existe",
    holder_mismatch: "A conta bancária é de outro titular",
    rejected: "O banco recusou",
    other: "O banco informou outro motivo",
  } satisfies Record<FailureCode, string>,
}
