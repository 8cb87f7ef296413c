import type { Bank, Pix } from "../bank.ts"
import { dayAt, stamp } from "../clock.ts"
import { historyView } from "../mandates/view.ts"
import { returnView } from "../money/view.ts"
import { reaisOf } from "../money.ts"
import type { Attempt, Recurring } from "./types.ts"

/** A charge under a mandate as the contract shows it when it is made or changed: without its payment. */
export function recurringView({ mandates }: Bank, charge: Recurring): object {
  const { idRec, txid, terms, created, status } = charge
  return {
    ...{ idRec, txid, ...terms, status },
    calendario: { criacao: dayAt(created), ...terms.calendario },
    politicaRetentativa: mandates.last(idRec)!.terms.politicaRetentativa,
    ...whatHappened(charge),
  }
}

/** The same as it is read, with its payment. */
export function wholeRecurringView(bank: Bank, charge: Recurring): object {
  return { ...recurringView(bank, charge), ...paymentsOf(bank, charge) }
}

/** A charge as webhooks tell it. */
export function recurringNotice(bank: Bank, charge: Recurring): object {
  const { idRec, txid, status } = charge
  return { idRec, txid, status, ...whatHappened(charge), ...paymentsOf(bank, charge) }
}

function whatHappened({ history, attempts, closing }: Recurring): object {
  return {
    atualizacao: historyView(history),
    ...(closing && { encerramento: closing }),
    ...(attempts.length > 0 && { tentativas: attempts.map(attemptView) }),
  }
}

function attemptView({ day, kind, status, e2eid, history, rejection }: Attempt): object {
  return {
    ...{ dataLiquidacao: day, tipo: kind, status, endToEndId: e2eid, atualizacao: historyView(history) },
    ...(rejection && { rejeicao: rejection }),
  }
}

function paymentsOf(bank: Bank, { pix }: Recurring): object {
  const found = pix.flatMap((e2eid) => bank.pix.seen(e2eid, bank.clock.now()) ?? [])
  return found.length > 0 ? { pix: found.map(paymentView) } : {}
}

/** It has fewer members than other payments. */
function paymentView({ e2eid, txid, cents, at, info, returns }: Pix): object {
  return {
    ...{ endToEndId: e2eid, txid, valor: reaisOf(cents), horario: stamp(at) },
    ...(info !== undefined && { infoPagador: info }),
    ...(returns.length > 0 && { devolucoes: returns.map(returnView) }),
  }
}
