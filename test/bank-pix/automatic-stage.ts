import type { BankPix, Start } from "./bank-pix.ts"
import type { Answer } from "./caller.ts"
import { newTxid, type Stage, stage } from "./stage.ts"

/** A stage of PIX Automático. */
export type AutomaticStage = Stage & {
  /** Makes a mandate of 35.00 a month from 2026-12-10, with a location. Returns its id. */
  mandate(terms?: object): Promise<string>
  /** The same, and its payer agrees. */
  agreed(terms?: object, agreement?: Parameters<BankPix["agree"]>[1]): Promise<string>
  /** Sends a charge of 35.00 that is due on a day. Returns its txid. */
  due(idRec: string, day?: string, terms?: object): Promise<string>
  put(txid: string, body: object): Promise<Answer>
  recurring(txid: string): Promise<Answer["body"]>
}

export const FIRST_DAY = "2026-12-10"

/** Starts a bank for each test of PIX Automático, on Friday 2026-11-20, which is a holiday. */
export function automaticStage(start: Start = {}): AutomaticStage {
  const on = stage(start) as AutomaticStage
  const made = ({ status, body }: Answer): Answer["body"] => {
    if (status !== 201) throw new Error(`it was not made: ${status} ${JSON.stringify(body)}`)
    return body
  }
  on.mandate = async (terms = {}) => {
    const { id: loc } = made(await on.caller.automatic("POST", "/locrec"))
    return made(await on.caller.automatic("POST", "/rec", mandateTerms({ loc, ...terms }))).idRec
  }
  on.agreed = async (terms, agreement) => on.bank.agree(await on.mandate(terms), agreement).idRec
  on.put = (txid, body) => on.caller.automatic("PUT", `/cobr/${txid}`, body)
  on.due = async (idRec, day = FIRST_DAY, terms = {}) => {
    // A charge is sent a week before.
    on.bank.clock.set(`${new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10)}T12:00`)
    const txid = newTxid()
    made(await on.put(txid, recurringTerms(on.bank, idRec, day, terms)))
    return txid
  }
  on.recurring = async (txid) => (await on.caller.automatic("GET", `/cobr/${txid}`)).body
  return on
}

/** A mandate of 35.00 a month from 2026-12-10, whose charges may be tried again. */
export function mandateTerms(terms: object = {}): object {
  return {
    vinculo: { contrato: "sub_1", objeto: "Assinatura", devedor: { cpf: "12345678909", nome: "Ana" } },
    calendario: { dataInicial: FIRST_DAY, periodicidade: "MENSAL" },
    ...{ valor: { valorRec: "35.00" }, politicaRetentativa: "PERMITE_3R_7D", ...terms },
  }
}

/** A charge of 35.00. */
export function recurringTerms(
  { account }: Pick<BankPix, "account">,
  idRec: string,
  day = FIRST_DAY,
  terms: object = {},
): object {
  return {
    ...{ idRec, calendario: { dataDeVencimento: day }, valor: { original: "35.00" } },
    ...{ ajusteDiaUtil: true, recebedor: account.number, ...terms },
  }
}
