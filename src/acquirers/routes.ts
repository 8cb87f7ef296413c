// Which acquirer gets an account's new sales: one for each payment method.
import { lockAccount } from "../accounts/accounts.ts"
import { type Changes, changesOf } from "../audit/changes.ts"
import { Refusal } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { fallbackMethodsOf } from "./fallbacks.ts"
import type { AcquirerKind } from "./kind.ts"
import { PAYMENT_TYPES, type PaymentType } from "./sale.ts"
import { acquirerCredentials, type CredentialsRow } from "./table.ts"

const holdCurrent = acquirerCredentials.find(["account"], (rows) => rows.whereNull("ended_at").orderBy("id").forKeyShare())
const updateDrained = acquirerCredentials.update(["account", "id"], ["drained_at"], (rows) => rows.returning("*"))
const updateMethods = acquirerCredentials.update(["account", "id"], ["methods"])

type Row = Pick<CredentialsRow, "id" | "acquirer" | "methods">

/** The methods of an acquirer that is set, and what the others keep of those that are taken from them. */
type Methods = { own: readonly PaymentType[]; taken: readonly { id: string; rest: readonly PaymentType[] }[] }

type Named = {
  named: readonly PaymentType[] | undefined
  before: Row | undefined
  others: readonly Row[]
  isFallback?: boolean
}

/** The acquirer of each payment method, by name. Null if none has it. */
export type Routes = Record<PaymentType, string | null>

/** The methods whose new sales go to an acquirer. A row of an earlier release is its account's only one, and takes all. */
export function methodsOf({ methods }: Pick<CredentialsRow, "methods">): readonly PaymentType[] {
  return methods ?? PAYMENT_TYPES
}

/** The credentials of the acquirer that has a payment method, and of its fallback. */
type HeldRoute = { own?: CredentialsRow | undefined; fallback?: CredentialsRow | undefined }

/** For a transaction that stores an attempt: the credentials for a payment method, which cannot be removed before the transaction ends. */
export async function holdRoute(db: Queries, account: string, method: PaymentType): Promise<HeldRoute> {
  const find = async () => {
    const rows = await db.all(holdCurrent, { account })
    const own = rows.find((row) => methodsOf(row).includes(method))
    return { own, fallback: rows.find((row) => row !== own && fallbackMethodsOf(row).includes(method)) }
  }
  const route = await find()
  // If the credentials are replaced while this waits or reads, Postgres does not return their row. The second statement sees the new one.
  return route.own ? route : find()
}

export function routesOf(rows: readonly Row[]): Routes {
  return byMethod((method) => rows.find((row) => methodsOf(row).includes(method))?.acquirer ?? null)
}

function byMethod(acquirerOf: (method: PaymentType) => string | null): Routes {
  return Object.fromEntries(PAYMENT_TYPES.map((method) => [method, acquirerOf(method)])) as Routes
}

/** What the audit log says of an acquirer that gets these methods and no others: which methods move, and between which acquirers. */
export function movedRoutes(rows: readonly Row[], acquirer: string, own: readonly PaymentType[]): Changes | null {
  const before = routesOf(rows)
  const after = byMethod((method) => {
    if (own.includes(method)) return acquirer
    return before[method] === acquirer ? null : before[method]
  })
  const changes = changesOf(before, after)
  return Object.keys(changes.after).length > 0 ? changes : null
}

/** The methods of an acquirer that is set, and what the others keep. Throws Refusal if it gets none, unless it is to be a fallback. */
export function methodsFor(
  { name, methods: offered }: Pick<AcquirerKind, "name" | "methods">,
  { named, before, others, isFallback = false }: Named,
): Methods {
  const wrong = named?.find((method) => !offered.includes(method))
  if (wrong !== undefined)
    throw new Refusal("method_not_offered", `The acquirer ${name} takes no ${wrong}: ${offered.join(", ")}.`)
  const isFree = (method: PaymentType) => others.every((row) => !methodsOf(row).includes(method))
  const kept = before && methodsOf(before).filter((method) => offered.includes(method))
  const own = named ?? kept ?? offered.filter(isFree)
  if (own.length === 0 && !kept && !isFallback) {
    const who = others.map((row) => `${row.acquirer} has ${methodsOf(row).join(", ")}`).join("; ")
    throw new Refusal(
      "no_method_left",
      `No payment method is left for ${name}: ${who}. Name those that it takes over with --methods.`,
    )
  }
  const taken = others.flatMap((row) => {
    const rest = methodsOf(row).filter((method) => !own.includes(method))
    return rest.length < methodsOf(row).length ? [{ id: row.id, rest }] : []
  })
  return { own: PAYMENT_TYPES.filter((method) => own.includes(method)), taken }
}

/** Takes methods from the acquirers that had them. */
export async function takeMethods(tx: Transaction, account: string, { taken }: Pick<Methods, "taken">): Promise<void> {
  for (const { id, rest } of taken) await tx.run(updateMethods, { account, id, methods: rest })
}

/**
 * Gives an acquirer of an account these payment methods and no others. One that another acquirer has is taken from it. Does not wait for
 * confirms that are running. Throws Refusal if the account has no such acquirer, or if the acquirer does not offer a method.
 */
export async function setMethods(
  tx: Transaction,
  account: string,
  kind: Pick<AcquirerKind, "name" | "methods">,
  named: readonly PaymentType[],
): Promise<CredentialsRow & { changes: Changes | null }> {
  const { row, all } = await lockCurrent(tx, account, kind.name)
  const methods = methodsFor(kind, { named, before: row, others: all.filter((other) => other !== row) })
  await takeMethods(tx, account, methods)
  await tx.run(updateMethods, { account, id: row.id, methods: methods.own })
  return { ...row, methods: methods.own, changes: movedRoutes(all, kind.name, methods.own) }
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
