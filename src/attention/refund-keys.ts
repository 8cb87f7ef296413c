import type { Queries } from "../db/database.ts"
import { openRefundKeys } from "../payments/refunds/keys.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { Found } from "./item.ts"

/** Adds the PIX keys that payers have given to the refunds that wait to be made by hand. */
export async function withRefundKeys(
  { database, ring }: { readonly database: Queries; readonly ring?: KeyRing },
  items: readonly Found[],
): Promise<Found[]> {
  if (!ring) return [...items]
  const byAccount = Map.groupBy(
    items.filter(({ kind }) => kind === "refund_by_hand"),
    ({ account }) => account,
  )
  const opened = await Promise.all(
    Array.from(byAccount, ([account, of]) => {
      const refunds = of.map(({ refund, id }) => refund ?? id)
      return openRefundKeys(database, ring, { account, refunds })
    }),
  )
  const keys = new Map(opened.flat())
  return items.map((item) => {
    const pixKey = keys.get(item.refund ?? "")
    return pixKey === undefined ? item : { ...item, pixKey, message: `${item.message} The payer's PIX key: ${pixKey}.` }
  })
}
