import type { PixSale } from "../../../src/acquirers/sale.ts"
import { type BankPix, type Start, startBankPix } from "../../bank-pix/bank-pix.ts"
import { ACCOUNT, chargeOf, never, type Opened, openBankPix, pixSale, txidOf } from "./open.ts"

export type AtBank = Opened & {
  bank: BankPix
  /** Opens the adapter again, as another process does. */
  another(...given: Parameters<typeof openBankPix> extends [unknown, ...infer Given] ? Given : never): Promise<Opened>
  /** Makes a charge of 37.00, and has it paid. */
  paid(sale?: PixSale): Promise<{ sale: PixSale; e2eid: string }>
  lookUp(sale: PixSale): ReturnType<Opened["acquirer"]["lookUp"]>
  holds(charge: string): ReturnType<Opened["acquirer"]["holds"]>
  voidPix(charge: string): ReturnType<NonNullable<Opened["acquirer"]["voidPix"]>>
}

/** Starts a bank for each test, and the adapter of an account of it. Call it in a `describe`. */
export function atBank(start: Start = {}): AtBank {
  const opened: Opened[] = []
  const on = {
    async another(...given) {
      const one = await openBankPix(on.bank, ...given)
      opened.push(one)
      return one
    },
    async paid(sale = pixSale()) {
      await on.acquirer.createPix(sale, never)
      const e2eid = on.bank.pay(txidOf(sale))
      return { sale, e2eid }
    },
    lookUp: ({ reference }) => on.acquirer.lookUp(ACCOUNT, reference, never),
    holds: (charge) => on.acquirer.holds({ account: ACCOUNT, charge }, never),
    voidPix: (charge) => on.acquirer.voidPix!({ account: ACCOUNT, charge }, never),
  } as AtBank
  beforeEach(async () => {
    on.bank = await startBankPix(start)
    Object.assign(on, await on.another())
  })
  afterEach(async () => {
    for (const { acquirer, lines } of opened.splice(0)) {
      await acquirer.close!()
      const secrets = on.bank.secretsIn(JSON.stringify(lines))
      if (secrets.length > 0) throw new Error(`the log has ${secrets.join(", ")}`)
    }
    await on.bank.close()
  })
  return on
}

/** The result of a call, or the name of the error that it throws. */
export async function resultOf(call: Promise<{ result: string } | undefined>): Promise<string> {
  try {
    return (await call)?.result ?? "none"
  } catch (error) {
    return (error as Error).name
  }
}

export { chargeOf }
