import type { Bank } from "../../test/support/bank.ts"

/** What the bank has done twice, which nothing can make good. Undefined: nothing. */
export function doneTwice(bank: Bank, accounts: string[]): string | undefined {
  const orders = accounts.flatMap((account) => [...bank.sales(account), ...bank.refunds(account)])
  const seen = new Set<string>()
  const twice = orders.find(({ reference }) => seen.size === seen.add(reference).size)
  return twice && `the bank has done an order twice\n    ${JSON.stringify(twice)}`
}
