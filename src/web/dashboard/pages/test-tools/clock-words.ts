import { numberFormat } from "../../../../base/formats.ts"
import type { Kind } from "../../../../test-clock/expected.ts"
import type { Words } from "../../../shared/language.ts"

const HOUR = 3600
const DAY = 86_400

/** Formats a number of seconds in its two largest units. */
function spanIn(language: string, seconds: number): string {
  const units = [
    ["day", Math.floor(seconds / DAY)],
    ["hour", Math.floor((seconds % DAY) / HOUR)],
    ["minute", Math.floor((seconds % HOUR) / 60)],
    ["second", seconds % 60],
  ] as const
  const format = (unit: string, count: number) =>
    numberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count)
  const parts = units.filter(([, count]) => count > 0).slice(0, 2)
  return parts.length === 0 ? format("second", 0) : parts.map(([unit, count]) => format(unit, count)).join(", ")
}

const kinds: Record<Kind, string> = {
  renewal: "A subscription renews",
  trial_will_end: "An event says that a trial ends soon",
  trial_end: "A trial ends, and the first charge is made",
  retry: "A failed charge is tried again",
  cancellation: "A subscription ends",
  resumption: "The pause of a subscription ends",
  card_ends: "A 3DS challenge expires",
  pix_ends: "A PIX expires",
  boleto_ends: "A boleto expires",
  inquiry: "The acquirer is asked for an outcome",
  settled: "A pending card payment succeeds",
  paid: "A payment is paid",
  disputed: "A payment is disputed",
  payout: "The schedule makes a payout",
  payout_decision: "The bank decides about a payout",
  delivery: "A webhook is sent",
}

/** Singular and plural. */
const counted: Record<Kind, readonly [string, string]> = {
  renewal: ["renewal", "renewals"],
  trial_will_end: ["event about a trial that ends soon", "events about trials that end soon"],
  trial_end: ["end of a trial", "ends of trials"],
  retry: ["retry of a charge", "retries of charges"],
  cancellation: ["end of a subscription", "ends of subscriptions"],
  resumption: ["end of a pause", "ends of pauses"],
  card_ends: ["3DS challenge that expires", "3DS challenges that expire"],
  pix_ends: ["PIX that expires", "PIX that expire"],
  boleto_ends: ["boleto that expires", "boletos that expire"],
  inquiry: ["outcome to ask for", "outcomes to ask for"],
  settled: ["pending card payment that succeeds", "pending card payments that succeed"],
  paid: ["payment that is paid", "payments that are paid"],
  disputed: ["dispute", "disputes"],
  payout: ["payout by the schedule", "payouts by the schedule"],
  payout_decision: ["payout to be decided", "payouts to be decided"],
  delivery: ["webhook to send", "webhooks to send"],
}

const en = {
  title: "Test clock",
  accountTime: "The account's time",
  realTime: "Real time",
  ahead: "Ahead by",
  notAhead: "nothing: the account uses real time",
  span: (seconds: number) => spanIn("en-US", seconds),
  advance: "Advance the clock",
  advanceText:
    "Subscriptions, retries, expiries and webhooks follow this clock. Choose how far to advance it. The next page shows what will happen before you confirm.",
  by: (seconds: number) => spanIn("en-US", seconds),
  until: "Or up to a time in Brasília",
  look: "Preview",
  nextMonth: "Due in the next 30 days",
  nothingNextMonth: "Nothing is known to fall due in the next 30 days. Start a subscription, or simulate a PIX in the console.",
  underWay: "Advances under way",
  reloads: "The clock is moving. This page updates until the clock stops.",
  state: "State",
  running: "Running",
  waiting: "Queued",
  progress: "Progress",
  goesTo: "Advances to",
  whenItsTurnComes: "set when its turn comes",
  remains: "Remains",
  left: (span: string) => `${span} of the account's time`,
  advanceTo: "Advance the clock",
  goesFrom: "The account's clock goes from ",
  goesUntil: " to ",
  goesOn: (span: string) => `, ${span} on. What falls due until then happens now, in its order.`,
  noWayBack: "The clock never goes back.",
  brings: "What will happen",
  nothingKnown: "Nothing is known to fall due until then.",
  due: "What falls due",
  when: "When",
  what: "What",
  of: "Of",
  amount: "Amount",
  kinds,
  counted,
  more: (count: string, isWhole: boolean) =>
    `${isWhole ? "" : "At least "}${count} more. Anything that follows from these, such as the renewal after the next one, is not counted.`,
  ended: {
    done: "The clock has advanced, and what fell due is done.",
    goesOn: "The clock is advancing. It goes on by itself.",
    failed: "The advance stopped early. The clock is at the time below. Advance it again to go on.",
  },
}

const pt: typeof en = {
  title: "Relógio de teste",
  accountTime: "Horário da conta",
  realTime: "Horário real",
  ahead: "Adiantado em",
  notAhead: "nada: a conta está no horário real",
  span: (seconds: number) => spanIn("pt-BR", seconds),
  advance: "Adiantar o relógio",
  advanceText:
    "Assinaturas, novas tentativas, vencimentos e webhooks seguem este relógio. Escolha quanto ele avança. A próxima página mostra o que vai acontecer, antes de você confirmar.",
  by: (seconds: number) => spanIn("pt-BR", seconds),
  until: "Ou até um horário de Brasília",
  look: "Ver a prévia",
  nextMonth: "Previsto para os próximos 30 dias",
  nothingNextMonth: "Nada previsto para os próximos 30 dias. Inicie uma assinatura ou simule um PIX no console.",
  underWay: "Avanços em andamento",
  reloads: "O relógio está avançando. Esta página se atualiza sozinha até ele parar.",
  state: "Situação",
  running: "Em andamento",
  waiting: "Aguarda a vez",
  progress: "Andamento",
  goesTo: "Vai até",
  whenItsTurnComes: "um horário conhecido quando chegar a vez",
  remains: "Falta",
  left: (span: string) => `${span} do horário da conta`,
  advanceTo: "Adiantar o relógio",
  goesFrom: "O relógio da conta vai de ",
  goesUntil: " até ",
  goesOn: (span: string) => `, ${span} adiante. O que vence até lá acontece agora, na sua ordem.`,
  noWayBack: "O relógio nunca volta.",
  brings: "O que vai acontecer",
  nothingKnown: "Nada previsto até lá.",
  due: "O que vence",
  when: "Quando",
  what: "O quê",
  of: "De",
  amount: "Valor",
  kinds: {
    renewal: "Uma assinatura é renovada",
    trial_will_end: "Um evento avisa que um teste grátis acaba em breve",
    trial_end: "Um teste grátis acaba, com a primeira cobrança",
    retry: "Uma cobrança recusada é tentada de novo",
    cancellation: "Uma assinatura termina",
    resumption: "A pausa de uma assinatura termina",
    card_ends: "Um desafio 3DS expira",
    pix_ends: "Um PIX expira",
    boleto_ends: "Um boleto expira",
    inquiry: "A adquirente é consultada sobre um resultado",
    settled: "Um pagamento com cartão é confirmado",
    paid: "Um pagamento é pago",
    disputed: "Um pagamento é contestado",
    payout: "O calendário faz um repasse",
    payout_decision: "O banco decide sobre um repasse",
    delivery: "Um webhook é enviado",
  },
  counted: {
    renewal: ["renovação", "renovações"],
    trial_will_end: ["aviso de fim de teste grátis", "avisos de fim de teste grátis"],
    trial_end: ["fim de teste grátis", "fins de teste grátis"],
    retry: ["nova tentativa de cobrança", "novas tentativas de cobrança"],
    cancellation: ["fim de assinatura", "fins de assinatura"],
    resumption: ["fim de pausa", "fins de pausa"],
    card_ends: ["desafio 3DS que expira", "desafios 3DS que expiram"],
    pix_ends: ["PIX que expira", "PIX que expiram"],
    boleto_ends: ["boleto que expira", "boletos que expiram"],
    inquiry: ["resultado a consultar", "resultados a consultar"],
    settled: ["pagamento com cartão a confirmar", "pagamentos com cartão a confirmar"],
    paid: ["pagamento pago", "pagamentos pagos"],
    disputed: ["contestação", "contestações"],
    payout: ["repasse pelo calendário", "repasses pelo calendário"],
    payout_decision: ["repasse a decidir", "repasses a decidir"],
    delivery: ["webhook a enviar", "webhooks a enviar"],
  },
  more: (count: string, isWhole: boolean) =>
    `${isWhole ? "Mais" : "Pelo menos mais"} ${count}. O que decorre destes, como a renovação depois da próxima, não está incluído.`,
  ended: {
    done: "O relógio avançou, e o que venceu está feito.",
    goesOn: "O relógio está avançando. Ele continua sozinho.",
    failed: "O avanço parou antes do fim. O relógio está no horário abaixo. Avance de novo para continuar.",
  },
}

export const WORDS: Words<typeof en> = { en, pt }
