import type { Bank } from "../../test/support/banks/bank.ts"

/** Returns the operations that the bank has done twice, which cannot be repaired. Undefined if there are none. */
export function doneTwice(bank: Bank, accounts: string[]): string | undefined {
  const orders = accounts.flatMap((account) => [...bank.sales(account), ...bank.refunds(account)])
  const seen = new Set<string>()
  const twice = orders.find(({ reference }) => seen.size === seen.add(reference).size)
  return twice && `the bank has done an order twice\n    ${JSON.stringify(twice)}`
}
