// What `vintem acquirer` shows of an acquirer of an account.
import { notificationPath, notificationSecretOf, openMembers } from "../acquirers/credentials.ts"
import { establishmentsOf } from "../acquirers/establishments.ts"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { findListing, type ListingRow } from "../acquirers/listings.ts"
import { type ShownMembers, shownMembers } from "../acquirers/members.ts"
import { unknownEventsOf } from "../acquirers/notices.ts"
import type { CredentialsRow } from "../acquirers/table.ts"
import { usesOf } from "../acquirers/uses.ts"
import type { Mode } from "../modes/wiring.ts"
import { STATEMENT_ACQUIRER } from "../statements/acquirer.ts"
import { shownDesk } from "./chargeback-desk.ts"
import { table } from "./shared/operator.ts"

type Presented = Awaited<ReturnType<typeof presented>>

/** The address for the acquirer's notifications about an account. Undefined if an earlier release has set the acquirer. */
export async function notificationUrlOf({ database, ring, baseUrl }: Mode, row: CredentialsRow): Promise<string | undefined> {
  const secret = await notificationSecretOf(database, ring, row)
  return secret === undefined ? undefined : baseUrl + notificationPath(row, secret)
}

/** What is no secret of an acquirer of an account. The address of notifications is for the operator alone. */
export async function presented(kinds: readonly AcquirerKind[], mode: Mode, row: CredentialsRow) {
  const { database, ring } = mode
  const { account, acquirer: name, funds, created, drained_at } = row
  const kind = kinds.find((each) => each.name === name)
  const members: ShownMembers = kind ? shownMembers(kind.members, await openMembers(database, ring, row)) : {}
  const isNumbered = name === STATEMENT_ACQUIRER
  const beside = isNumbered && {
    ec: await establishmentsOf(database, account, name),
    chargebacks: await shownDesk(database, account),
  }
  const notification_url = (await notificationUrlOf(mode, row)) ?? null
  const listing = kind?.listsPayments && (await findListing(database, row))
  const unknown_events = kind?.signed && (await unknownEventsOf(database, row, kind.signed))
  const uses = { ...usesOf(row), funds, drained: drained_at !== null }
  return {
    account,
    name,
    ...uses,
    notification_url,
    ...members,
    ...beside,
    ...(listing && listingOf(listing)),
    ...(unknown_events && { unknown_events }),
    created,
  }
}

/** When the acquirer's list was last compared with what is booked. */
function listingOf({ listed_at, strangers }: Pick<ListingRow, "listed_at" | "strangers">) {
  return { listing: { listed_at, strangers } }
}

/** The same for people. */
export function asText({
  account,
  name,
  methods,
  fallback_for,
  funds,
  drained,
  notification_url,
  listing,
  unknown_events,
  created,
  ...members
}: Presented): string {
  return table([
    ["account", account],
    ["acquirer", name],
    ["methods", methods.join(", ") || null],
    ...(fallback_for.length > 0 ? [["fallback for", fallback_for.join(", ")]] : []),
    ["paid out by", funds === "platform" ? "the platform" : "the acquirer"],
    ...(drained ? [["drained", "it gets no new sales"]] : []),
    ...Object.entries(members).map(([member, value]) => [member.replaceAll("_", " "), textOf(value)]),
    ["notifications", notification_url],
    ...(listing ? [["compared", compared(listing)]] : []),
    ...(unknown_events?.length ? [["told, and not known", unknown_events.join(", ")]] : []),
    ["since", new Date(created * 1000).toISOString()],
  ])
}

function compared({ listed_at, strangers }: Pick<ListingRow, "listed_at" | "strangers">): string {
  if (listed_at === null) return "never"
  return `${new Date(listed_at * 1000).toISOString()}, with ${strangers} payments of the days before that name no sale`
}

function textOf(value: string | null | ShownMembers | readonly string[]): string | null {
  if (value === null || typeof value === "string") return value
  if (Array.isArray(value)) return value.join(", ") || null
  const set = Object.entries(value as ShownMembers).filter(([, inner]) => inner !== null)
  return set.map(([inner, text]) => `${inner.replaceAll("_", " ")} ${text}`).join(", ")
}
