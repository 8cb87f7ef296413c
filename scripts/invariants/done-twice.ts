import type { Bank } from "../../test/support/banks/bank.ts"

/** Returns the operations that the bank has done twice, which cannot be repaired. Undefined if there are none. */
export function doneTwice(bank: Bank, accounts: string[]): string | undefined {
  const orders = accounts.flatMap((account) => [...bank.sales(account), ...bank.refunds(account)])
  const captures = accounts.flatMap((account) => bank.captures(account)).filter(({ made_by }) => made_by === "call")
  const twice = repeated(orders, ({ reference }) => reference) ?? repeated(captures, ({ charge }) => charge)
  return twice && `the bank has done an order twice\n    ${JSON.stringify(twice)}`
}

function repeated<Order>(orders: readonly Order[], nameOf: (order: Order) => string): Order | undefined {
  const seen = new Set<string>()
  return orders.find((order) => seen.size === seen.add(nameOf(order)).size)
}
