// Whose case it is. The access of a merchant's head lists the cases of all EC numbers below it, and some can be other accounts'.
import type { CaseItem } from "../../acquirers/chargebacks.ts"
import { accountsOf, establishmentsOf } from "../../acquirers/establishments.ts"
import type { Queries } from "../../db/database.ts"

type Desk = { account: string; acquirer: string }

/** Those that are an account's: of its own EC numbers, or, if it has none, of numbers that no other account has. */
export async function ownCases<Item extends Pick<CaseItem, "establishment">>(
  db: Queries,
  { account, acquirer }: Desk,
  items: readonly Item[],
): Promise<Item[]> {
  const own = new Set((await establishmentsOf(db, account, acquirer)).map(numberOf))
  if (own.size > 0) return items.filter(({ establishment }) => own.has(numberOf(establishment)))
  const owners = await accountsOf(
    db,
    items.map(({ establishment }) => numberOf(establishment)),
  )
  return items.filter(({ establishment }) => !owners.has(numberOf(establishment)))
}

/** The acquirer also writes EC numbers as JSON numbers, which have no leading zeros. */
function numberOf(establishment: string): string {
  return establishment.padStart(10, "0")
}
