import { type BankPix, type Start, startBankPix } from "./bank-pix.ts"
import { type Caller, callerOf } from "./caller.ts"
import { letters } from "./ids.ts"

/** Noon in Brasília on a Friday. */
export const NOON = Date.parse("2026-11-20T15:00:00Z")

export type Stage = {
  bank: BankPix
  /** It is signed in. */
  caller: Caller
  newCaller(...who: Parameters<typeof callerOf> extends [unknown, ...infer Who] ? Who : never): Promise<Caller>
  /** Makes a charge of 37.00, and returns its txid. */
  charge(terms?: object): Promise<string>
}

/** Starts a bank for each test of the simulator, on 2026-11-20, and a caller. Call it in a `describe`. */
export function stage(start: Start = {}): Stage {
  const callers: Caller[] = []
  const on = {
    async newCaller(...who) {
      const one = await callerOf(on.bank, ...who)
      callers.push(one)
      return one
    },
    async charge(terms = {}) {
      const txid = newTxid()
      const { status, body } = await on.caller.putCob(txid, termsFor(on.bank, terms))
      if (status !== 201) throw new Error(`the charge was not made: ${status} ${JSON.stringify(body)}`)
      return txid
    },
  } as Stage
  beforeEach(async () => {
    on.bank = await startBankPix({ clock: () => NOON, ...start })
    on.caller = await on.newCaller()
    await on.caller.signIn()
  })
  afterEach(async () => {
    for (const one of callers.splice(0)) await one.close()
    await on.bank.close()
  })
  return on
}

export function newTxid(): string {
  return `vintem${letters(20)}`
}

/** A charge of 37.00 for an hour. */
export function termsFor({ key }: Pick<BankPix, "key">, terms: object = {}): object {
  return { calendario: { expiracao: 3600 }, valor: { original: "37.00" }, chave: key, ...terms }
}

/** The name of an error: the last part of its type. */
export function errorOf({ body }: { body: { type?: string; nome?: string } }): string {
  return body?.type?.split("/").at(-1) ?? body?.nome ?? `no error: ${JSON.stringify(body)}`
}
