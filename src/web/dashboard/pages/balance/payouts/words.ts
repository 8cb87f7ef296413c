import type { Obstacle } from "../../../../../payouts/next.ts"
import type { Schedule } from "../../../../../payouts/schedule.ts"
import type { PayoutStatus } from "../../../../../payouts/state.ts"
import type { FailureCode } from "../../../../../payouts/tables.ts"
import type { Words } from "../../../../shared/language.ts"

type Names<Name extends string> = Record<Name, string>

const statuses: Names<PayoutStatus> = {
  pending: "Pending",
  in_transit: "On its way",
  paid: "Paid",
  failed: "Failed",
  canceled: "Canceled",
}
const failures: Names<FailureCode> = {
  account_closed: "The bank account is closed",
  invalid_account: "There is no such bank account",
  invalid_key: "There is no such PIX key",
  holder_mismatch: "The bank account belongs to somebody else",
  rejected: "The bank refused it",
  other: "The bank gave another reason",
}
const schedules: Names<Schedule> = { manual: "", daily: "daily", weekly: "weekly", monthly: "monthly" }
const obstacles: Names<Exclude<Obstacle, "payout_too_small">> = {
  payouts_not_open: "No payout is made: the operator of the platform has not opened payouts in this currency yet.",
  bank_account_missing: "No payout is made: no bank account is valid by then.",
  bank_account_failed:
    "The schedule makes no payout: the last one could not arrive at this bank account. Set another bank account, or try this one again by hand.",
}

const en = {
  statuses,
  failures,
  schedules,
  obstacles,
  tooSmall: "No payout is made: there is nothing to pay out.",
  belowMinimum: (minimum: string) => `No payout is made: it would be less than ${minimum}.`,
  next: "Next payout",
  planned: (schedule: string, day: string) =>
    `The ${schedule} schedule makes it on ${day}. Sales and refunds until then change the amount.`,
  byHand: "Payouts are made by hand. This is what one takes now.",
  parts: (available: string, toCome: string) => `${available} of it is available now. ${toCome} comes until then.`,
  tooMany: (sum: string) => `It takes all that is available by then: ${sum}.`,
  tooManyTaken: "It took too many transactions to sum them up here. See them all.",
  why: "Why this amount",
  payoutFee: "Fee of the payout",
  payNow: "Pay out now",
  none: "There are no payouts yet.",
  noMoney:
    "The platform has no money of this account so far. What the acquirer pays straight to the merchant's bank is in no payout of the platform.",
  amount: "Amount",
  status: "Status",
  to: "Goes to",
  made: "Made",
  bySchedule: "by the schedule",
  byPerson: "by hand",
  arrives: "Arrives",
  expected: "Expected on",
  arrived: "Arrived on",
  holder: "Holder",
  failure: "Why it failed",
  reference: "Reference of the bank",
  returnReference: "Reference of the money that came back",
  gaveBack: "This payout gave back all that it had taken. The next one takes it. Its own transactions stay, and add up to 0.",
  showRows: "Show its transactions",
  csv: "Export them as CSV",
  pix: (key: string) => `PIX ${key}`,
  numbers: (bank: string, branch: string, account: string) => `bank ${bank}, branch ${branch}, account ${account}`,
  createText:
    "All that is available is paid out, less the fee of the payout. The payout can be canceled until it is sent to the bank.",
  createNow: (amount: string, to: string) => `${amount} to ${to}.`,
  currency: "Currency",
  created: (amount: string) => `The payout of ${amount} is made.`,
  cancelTitle: "Cancel payout",
  cancelText: (amount: string) => `The payout of ${amount} is not sent. Its money and its fee are available again.`,
  cancel: "Cancel this payout",
  keep: "Keep it",
  canceled: "The payout is canceled.",
}

const pt: typeof en = {
  statuses: { pending: "Pendente", in_transit: "A caminho", paid: "Pago", failed: "Não concluído", canceled: "Cancelado" },
  failures: {
    account_closed: "A conta bancária está encerrada",
    invalid_account: "A conta bancária não existe",
    invalid_key: "A chave PIX não existe",
    holder_mismatch: "A conta bancária é de outro titular",
    rejected: "O banco recusou",
    other: "O banco informou outro motivo",
  },
  schedules: { manual: "", daily: "diário", weekly: "semanal", monthly: "mensal" },
  obstacles: {
    payouts_not_open: "Nenhum repasse será feito: a plataforma ainda não liberou os repasses nesta moeda.",
    bank_account_missing: "Nenhum repasse será feito: nenhuma conta bancária estará em vigor até lá.",
    bank_account_failed:
      "Os repasses automáticos estão suspensos: o último não foi concluído nesta conta bancária. Cadastre outra conta ou faça um repasse manual para tentar de novo.",
  },
  tooSmall: "Nenhum repasse será feito: não há valor a repassar.",
  belowMinimum: (minimum) => `Nenhum repasse será feito: o valor seria menor que ${minimum}.`,
  next: "Próximo repasse",
  planned: (schedule, day) => `O repasse ${schedule} é feito em ${day}. Vendas e reembolsos até lá mudam o valor.`,
  byHand: "Os repasses são manuais. Este é o valor de um repasse feito agora.",
  parts: (available, toCome) => `${available} já está disponível. ${toCome} entra até lá.`,
  tooMany: (sum) => `O repasse inclui tudo o que estiver disponível até lá: ${sum}.`,
  tooManyTaken: "O repasse inclui movimentações demais para somar aqui. Veja todas.",
  why: "Composição do valor",
  payoutFee: "Taxa do repasse",
  payNow: "Fazer um repasse agora",
  none: "Ainda não há repasses.",
  noMoney:
    "A plataforma ainda não tem dinheiro desta conta. O que a adquirente paga direto na conta bancária do lojista não entra nos repasses da plataforma.",
  amount: "Valor",
  status: "Situação",
  to: "Destino",
  made: "Criado em",
  bySchedule: "automático",
  byPerson: "manual",
  arrives: "Chega",
  expected: "Previsto para",
  arrived: "Chegou em",
  holder: "Titular",
  failure: "Motivo da falha",
  reference: "Referência do banco",
  returnReference: "Referência da devolução",
  gaveBack:
    "O valor deste repasse voltou ao saldo e entra no próximo. As movimentações do próprio repasse continuam registradas e somam 0.",
  showRows: "Ver as movimentações",
  csv: "Exportar em CSV",
  pix: (key) => `PIX ${key}`,
  numbers: (bank, branch, account) => `banco ${bank}, agência ${branch}, conta ${account}`,
  createText:
    "Todo o saldo disponível é repassado, descontada a taxa do repasse. O repasse pode ser cancelado até ser enviado ao banco.",
  createNow: (amount, to) => `${amount} para ${to}.`,
  currency: "Moeda",
  created: (amount) => `O repasse de ${amount} foi criado.`,
  cancelTitle: "Cancelar repasse",
  cancelText: (amount) => `O repasse de ${amount} não será enviado. O valor e a taxa voltam ao saldo disponível.`,
  cancel: "Cancelar este repasse",
  keep: "Manter",
  canceled: "O repasse foi cancelado.",
}

export const PAYOUT_WORDS: Words<typeof en> = { en, pt }
