import { claimantsIn, listClaimedTwice, sizeOfClaimedTwice } from "../accounts/places.ts"
import type { Source } from "./item.ts"

/** Accounts that several databases claim. Each of these databases lists them. */
export const accountsClaimedTwice: Source = {
  list: async (db, { account: of, limit }) =>
    (await listClaimedTwice(db, { of, limit })).map(({ id, created: since, database }) => ({
        ...{ id, kind: "account_claimed_twice" as const, account: id, since },
        ...{ payment_intent: null, refund: null, amount: null, currency: null },
        message:
          `The databases ${claimantsIn(database).join(" and ")} each claim this account, so none of them serves it. Find out which one is right. ` +
          `Then run 'vintem databases settle ${id} --in NAME'.`,
      })),
  count: async (db, { limit }) => {
    const size = await sizeOfClaimedTwice(db, limit)
    return size > 0 ? [{ kind: "account_claimed_twice", size }] : []
  },
}
