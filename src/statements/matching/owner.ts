// Whose a line of a statement is.

/** `operator`: a person of the platform decides. `nobody`: a merchant that Vintém doesn't know; its lines are counted and not posted. */
export type Owner = { account: string } | "operator" | "nobody"

/**
 * A line with a charge is its account's. Any other belongs to the account that alone has its establishment. `accounts` has the accounts of each
 * establishment.
 */
export function ownerOf(
  establishment: string,
  charge: { account: string } | null,
  accounts: ReadonlyMap<string, readonly string[]>,
): Owner {
  if (charge) return { account: charge.account }
  const [account, ...others] = accounts.get(establishment) ?? []
  if (account === undefined) return "nobody"
  return others.length === 0 ? { account } : "operator"
}
