import { findAccount } from "../../../accounts/accounts.ts"
import type { Account } from "../../../accounts/tables.ts"
import type { ModeName } from "../../../base/mode-name.ts"
import { eventMark } from "../../../events/list/mark.ts"
import { deliveryMark } from "../../../events/webhooks/mark.ts"
import type { Mode } from "../../../modes/wiring.ts"
import { caseMark } from "../../../payments/chargebacks/mark.ts"
import { refundMark } from "../../../payments/refunds/store.ts"
import { payoutMark } from "../../../payouts/store.ts"
import { requestMark } from "../../../requests/mark.ts"
import { listAdvances } from "../../../test-clock/advance.ts"
import type { Streams } from "./streams.ts"

/** The current state of an account in one mode. Each text changes with every change of its kind. */
type Marks = {
  events: string
  refunds: string
  payouts: string
  cases: string
  deliveries: string
  requests: string
  clock: string
}

/** What a stream is about: an account in a mode. */
type Topic = { account: Pick<Account, "id">; mode: ModeName }

/** The name of a topic. */
export const topicOf = ({ account, mode }: Topic): string => `${mode} ${account.id}`

/**
 * Returns the marks, as JSON, for a page that is about to be rendered. If an open page listens, these are the last ones that were sent.
 * Otherwise they are read anew.
 */
export async function marksFor({ location, mode }: { location: Topic; mode: Mode }, streams: Streams): Promise<string> {
  return streams.newest(topicOf(location)) ?? readMarks(mode, location.account.id)
}

/** Reads the marks and returns them as JSON. Each comes from an index. */
export async function readMarks({ database, livemode }: Mode, account: string): Promise<string> {
  const [events, refunds, payouts, cases, deliveries, requests, row, advances] = await Promise.all([
    eventMark(database, account),
    refundMark(database, account),
    payoutMark(database, account),
    caseMark(database, account),
    deliveryMark(database, account),
    requestMark(database, account),
    findAccount(database, account),
    livemode ? [] : listAdvances(database, account),
  ])
  const turns = advances.map(({ id, running }) => ` ${id} ${running}`)
  const clock = [row?.clock_offset ?? 0, ...turns].join("")
  const marks: Marks = { events, refunds, payouts, cases, deliveries, requests, clock }
  return JSON.stringify(marks)
}
