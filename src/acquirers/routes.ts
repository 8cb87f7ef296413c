// Which acquirer gets an account's new sales: one for each payment method, and perhaps a fallback.
import { lockAccount } from "../accounts/accounts.ts"
import type { Changes } from "../audit/changes.ts"
import { Refusal } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { AcquirerKind } from "./kind.ts"
import type { PaymentType } from "./sale.ts"
import { acquirerCredentials, type CredentialsRow } from "./table.ts"
import { holderOf, movedUses, takeUses, type Uses, updateUses, usesFor } from "./uses.ts"

const holdCurrent = acquirerCredentials.find(["account"], (rows) => rows.whereNull("ended_at").orderBy("id").forKeyShare())
const updateDrained = acquirerCredentials.update(["account", "id"], ["drained_at"], (rows) => rows.returning("*"))

/** The credentials of the acquirer that has a payment method, and of its fallback. */
type HeldRoute = { own?: CredentialsRow | undefined; fallback?: CredentialsRow | undefined }

/** For a transaction that stores an attempt: the credentials for a payment method, which cannot be removed before the transaction ends. */
export async function holdRoute(db: Queries, account: string, method: PaymentType): Promise<HeldRoute> {
  const find = async () => {
    const rows = await db.all(holdCurrent, { account })
    const own = holderOf(rows, "methods", method)
    const others = rows.filter((row) => row !== own)
    return { own, fallback: holderOf(others, "fallback_for", method) }
  }
  const route = await find()
  // If the credentials are replaced while this waits or reads, Postgres does not return their row. The second statement sees the new one.
  return route.own ? route : find()
}

/**
 * Gives an acquirer of an account these uses and no others. What another acquirer has of them is taken from it. Does not wait for
 * confirms that are running. Throws Refusal if the account has no such acquirer, or as usesFor does.
 */
export async function setUses(
  tx: Transaction,
  account: string,
  kind: Pick<AcquirerKind, "name" | "methods">,
  named: Uses,
): Promise<CredentialsRow & { changes: Changes | null }> {
  const { row, all } = await lockCurrent(tx, account, kind.name)
  const others = all.filter((other) => other !== row)
  const uses = usesFor(kind, named, { before: row, others })
  await takeUses(tx, account, others, uses)
  await tx.run(updateUses, { account, id: row.id, ...uses })
  return { ...row, ...uses, changes: movedUses(all, kind.name, uses) }
}

/**
 * Begins or ends the draining of an acquirer: while it is drained, it gets no new sales. `drained_at` is in Unix seconds. One that is
 * drained already stays drained since it was. Throws Refusal if the account has no such acquirer.
 */
export async function setDrain(
  tx: Transaction,
  account: string,
  acquirer: string,
  drained_at: number | null,
): Promise<CredentialsRow> {
  const { row } = await lockCurrent(tx, account, acquirer)
  const isDone = (row.drained_at === null) === (drained_at === null)
  return isDone ? row : tx.only(updateDrained, { account, id: row.id, drained_at })
}

/** The current credentials of an account, which nobody else changes until the transaction ends, and among them those at an acquirer. */
async function lockCurrent(tx: Transaction, account: string, acquirer: string) {
  await lockAccount(tx, account)
  const all = await tx.all(holdCurrent, { account })
  const row = all.find((each) => each.acquirer === acquirer)
  if (!row) throw new Refusal("acquirer_not_set", `The account ${account} has no acquirer ${acquirer}.`)
  return { row, all }
}
