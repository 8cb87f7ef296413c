import type { Queries, Transaction } from "../db/database.ts"
import { type AnyKind, canBeOff, KIND_NAMES, SWITCHED_KINDS, USER_KIND_NAMES } from "./kinds.ts"
import { mailKinds, mailStops } from "./tables.ts"

const kindsOf = mailKinds.find(["account"], (rows) => rows.select("kind", "enabled"))
const putKind = mailKinds.insert(["account", "kind", "enabled"], (rows) =>
  rows.onConflict(["account", "kind"]).merge(["enabled"]),
)
const findStop = mailStops.find(["account", "address_digest", "kind"], (rows) => rows.select("kind"))
const insertStop = mailStops.insert(["account", "address_digest", "kind", "created"], (rows) =>
  rows.onConflict(["account", "address_digest", "kind"]).ignore(),
)

/**
 * The kinds of mail that an account sends. Until they are switched, all are on in test mode and off in live mode, but those that cannot be off.
 */
export async function enabledKinds(db: Queries & { readonly livemode: boolean }, account: string): Promise<Set<AnyKind>> {
  const chosen = new Map((await db.all(kindsOf, { account })).map(({ kind, enabled }) => [kind, enabled]))
  const isOn = (kind: AnyKind) => !canBeOff(kind) || (chosen.get(kind) ?? !db.livemode)
  return new Set([...KIND_NAMES, ...USER_KIND_NAMES].filter(isOn))
}

/** Switches kinds of mail on or off. Mails of a kind that is off are dropped when their turn comes. */
export async function switchKinds(
  tx: Transaction,
  account: string,
  kinds: Readonly<Partial<Record<AnyKind, boolean>>>,
): Promise<void> {
  for (const kind of SWITCHED_KINDS) {
    const enabled = kinds[kind]
    if (enabled !== undefined) await tx.run(putKind, { account, kind, enabled })
  }
}

type Stop = { account: string; address_digest: string; kind: AnyKind }

/** Whether the reader with an address no longer wants a kind of mail. */
export async function isStopped(db: Queries, stop: Stop): Promise<boolean> {
  return (await db.one(findStop, stop)) !== undefined
}

/** Stops a kind of mail of an account to an address. Its other mails go on, and so do those of other accounts. */
export async function stopKind(tx: Transaction, stop: Stop, now: number): Promise<void> {
  await tx.run(insertStop, { ...stop, created: now })
}
