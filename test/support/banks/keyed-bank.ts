// An acquirer that cannot be asked: it makes a sale once for its reference, answers a repeat as it did at first, and tells of sales later.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { CardSale } from "../../../src/acquirers/sale.ts"
import type { Bank } from "./bank.ts"

export type KeyedBank = {
  acquirer: Acquirer
  /** Every sale that was sent again, as it came. */
  repeats: CardSale[]
  /** From now on its look-ups know the account's sales, as after a notification. */
  tell(account: string): void
}

export function keyedBank({ acquirer, sales }: Bank): KeyedBank {
  const told = new Set<string>()
  const repeats: CardSale[] = []
  const isMade = ({ account, reference }: CardSale) => sales(account).some((sale) => sale.reference === reference)
  return {
    repeats,
    tell: (account) => void told.add(account),
    acquirer: {
      ...acquirer,
      lookUp: async (account, reference, signal) => (told.has(account) ? acquirer.lookUp(account, reference, signal) : undefined),
      repeat: async (sale, signal) => {
        repeats.push(sale)
        if (!isMade(sale)) return acquirer.authorize(sale, signal)
        return (await acquirer.lookUp(sale.account, sale.reference, signal))!
      },
    },
  }
}
