import type { Obstacle } from "../../../../../payouts/next.ts"
import type { Schedule } from "../../../../../payouts/schedule.ts"
import type { PayoutStatus } from "../../../../../payouts/state.ts"
import type { FailureCode } from "../../../../../payouts/tables.ts"
import type { Words } from "../../../request/language.ts"

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
  holder_mismatch: "The bank account is of somebody else",
  rejected: "The bank refused it",
  other: "The bank gives another reason",
}
const schedules: Names<Schedule> = { manual: "", daily: "daily", weekly: "weekly", monthly: "monthly" }
const obstacles: Names<Exclude<Obstacle, "payout_too_small">> = {
  payouts_not_open: "No payout is made: the operator of the platform has not opened payouts in this currency yet.",
  bank_account_missing: "No payout is made: no bank account counts by then.",
  bank_account_failed:
    "The schedule makes no payout: the last one could not arrive at this bank account. Set another bank account, or try this one again by hand.",
}

const en = {
  statuses,
  failures,
  schedules,
  obstacles,
  tooSmall: "No payout is made: nothing would arrive.",
  belowMinimum: (minimum: string) => `No payout is made: less than ${minimum} would arrive.`,
  next: "Next payout",
  planned: (schedule: string, day: string) =>
    `The ${schedule} schedule makes it on ${day}. Sales and refunds until then change the amount.`,
  byHand: "Payouts are made by hand. This is what one takes now.",
  parts: (available: string, toCome: string) => `${available} of it is available now, and ${toCome} comes until then.`,
  tooMany: (sum: string) => `It takes all that is available by then: ${sum}.`,
  why: "Why this amount",
  payoutFee: "Fee of the payout",
  payNow: "Pay out now",
  none: "There are no payouts yet.",
  noMoney:
    "The platform has no money of this account so far. What the acquirer pays to the merchant's bank itself is in no payout of the platform.",
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
  gaveBack: "This payout gave back all that it had taken, for the next one. Its own transactions stay, and add up to 0.",
  showRows: "Show its transactions",
  csv: "Export them as CSV",
  pix: (key: string) => `PIX ${key}`,
  numbers: (bank: string, branch: string, account: string) => `bank ${bank}, branch ${branch}, account ${account}`,
  createText: "All that is available is paid out, less the fee of the payout. It can be canceled until it is sent to the bank.",
  createNow: (amount: string, to: string) => `${amount} to ${to}.`,
  currency: "Currency",
  created: (amount: string) => `The payout of ${amount} is made.`,
  cancelTitle: "Cancel payout",
  cancelText: (amount: string) =>
    `The payout of ${amount} is not sent. What it took is available for the next one, and its fee comes back.`,
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
    holder_mismatch: "A conta bancária é de outra pessoa",
    rejected: "O banco recusou",
    other: "O banco dá outro motivo",
  },
  schedules: { manual: "", daily: "diário", weekly: "semanal", monthly: "mensal" },
  obstacles: {
    payouts_not_open: "Nenhum repasse é feito: quem opera a plataforma ainda não abriu os repasses nesta moeda.",
    bank_account_missing: "Nenhum repasse é feito: nenhuma conta bancária vale até lá.",
    bank_account_failed:
      "O calendário não faz repasse: o último não pôde chegar a esta conta bancária. Cadastre outra conta, ou tente esta de novo à mão.",
  },
  tooSmall: "Nenhum repasse é feito: nada chegaria.",
  belowMinimum: (minimum) => `Nenhum repasse é feito: chegaria menos de ${minimum}.`,
  next: "Próximo repasse",
  planned: (schedule, day) => `O repasse ${schedule} é feito em ${day}. Vendas e reembolsos até lá mudam o valor.`,
  byHand: "Os repasses são feitos à mão. Isto é o que um repasse leva agora.",
  parts: (available, toCome) => `${available} já está disponível, e ${toCome} chega até lá.`,
  tooMany: (sum) => `Ele leva tudo o que está disponível até lá: ${sum}.`,
  why: "Por que este valor",
  payoutFee: "Taxa do repasse",
  payNow: "Fazer um repasse agora",
  none: "Ainda não há repasses.",
  noMoney:
    "A plataforma ainda não tem dinheiro desta conta. O que a adquirente paga direto ao banco do lojista não entra em repasse da plataforma.",
  amount: "Valor",
  status: "Situação",
  to: "Destino",
  made: "Feito",
  bySchedule: "pelo calendário",
  byPerson: "à mão",
  arrives: "Chega",
  expected: "Previsto para",
  arrived: "Chegou em",
  holder: "Titular",
  failure: "Por que não foi concluído",
  reference: "Referência do banco",
  returnReference: "Referência do dinheiro que voltou",
  gaveBack: "Este repasse devolveu tudo o que tinha levado, para o próximo. As movimentações dele mesmo ficam e somam 0.",
  showRows: "Ver as movimentações",
  csv: "Exportar em CSV",
  pix: (key) => `PIX ${key}`,
  numbers: (bank, branch, account) => `banco ${bank}, agência ${branch}, conta ${account}`,
  createText:
    "Tudo o que está disponível é repassado, menos a taxa do repasse. Até ir para o banco, o repasse pode ser cancelado.",
  createNow: (amount, to) => `${amount} para ${to}.`,
  currency: "Moeda",
  created: (amount) => `O repasse de ${amount} está feito.`,
  cancelTitle: "Cancelar repasse",
  cancelText: (amount) =>
    `O repasse de ${amount} não é enviado. O que ele levou fica disponível para o próximo, e a taxa dele volta.`,
  cancel: "Cancelar este repasse",
  keep: "Manter",
  canceled: "O repasse está cancelado.",
}

export const PAYOUT_WORDS: Words<typeof en> = { en, pt }
