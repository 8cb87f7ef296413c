import { retrieveAccount } from "../../../accounts/accounts.ts"
import { eventMark } from "../../../events/mark.ts"
import { deliveryMark } from "../../../events/webhooks/mark.ts"
import { requestMark } from "../../../requests/mark.ts"
import type { Mode } from "../../../wiring.ts"

/** How far an account is in one mode: a text for each kind of change, which is another one after each change of that kind. */
export type Marks = { events: string; deliveries: string; requests: string; clock: string }

/** Reads the marks, each from an index. */
export async function readMarks({ database }: Mode, account: string): Promise<Marks> {
  const [events, deliveries, requests, row] = await Promise.all([
    eventMark(database, account),
    deliveryMark(database, account),
    requestMark(database, account),
    retrieveAccount(database, account),
  ])
  return { events, deliveries, requests, clock: String(row?.clock_offset ?? 0) }
}
