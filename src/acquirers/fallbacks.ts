// Which acquirer takes over the sales of a payment method where its own acquirer cannot make them (docs/decisions/0033-fallback.md).
import { type Changes, changesOf } from "../audit/changes.ts"
import { Refusal } from "../base/errors.ts"
import type { Transaction } from "../db/database.ts"
import type { AcquirerKind } from "./kind.ts"
import { PAYMENT_TYPES, type PaymentType } from "./sale.ts"
import { acquirerCredentials, type CredentialsRow } from "./table.ts"

const updateFallback = acquirerCredentials.update(["account", "id"], ["fallback_for"])

type Row = Pick<CredentialsRow, "id" | "acquirer" | "fallback_for">

/** The payment methods for which an acquirer is the fallback. */
export function fallbackMethodsOf({ fallback_for }: Pick<CredentialsRow, "fallback_for">): readonly PaymentType[] {
  return fallback_for ?? []
}

/**
 * The methods for which an acquirer that is set is the fallback: those that are named, or else as before. `methods` are its own. Throws Refusal if it
 * offers one of them not, or has it itself.
 */
export function fallbackFor(
  { name, methods: offered }: Pick<AcquirerKind, "name" | "methods">,
  {
    named,
    before,
    methods,
  }: { named: readonly PaymentType[] | undefined; before: Row | undefined; methods: readonly PaymentType[] },
): readonly PaymentType[] {
  const wrong = named?.find((method) => !offered.includes(method))
  if (wrong !== undefined)
    throw new Refusal("method_not_offered", `The acquirer ${name} takes no ${wrong}: ${offered.join(", ")}.`)
  const own = named?.find((method) => methods.includes(method))
  if (own !== undefined)
    throw new Refusal("fallback_is_own", `The acquirer ${name} has ${own} itself. Another one can be its fallback.`)
  const wanted = named ?? (before ? fallbackMethodsOf(before) : [])
  return PAYMENT_TYPES.filter((method) => wanted.includes(method) && offered.includes(method) && !methods.includes(method))
}

/** Takes methods from the acquirers that were the fallback for them: a method has at most one. */
export async function takeFallbacks(
  tx: Transaction,
  account: string,
  others: readonly Row[],
  methods: readonly PaymentType[],
): Promise<void> {
  for (const row of others) {
    const before = fallbackMethodsOf(row)
    const rest = before.filter((method) => !methods.includes(method))
    if (rest.length < before.length) await tx.run(updateFallback, { account, id: row.id, fallback_for: rest })
  }
}

/** What the audit log says of an acquirer that becomes the fallback for these methods and for no others. Undefined if nothing changes. */
export function movedFallbacks(rows: readonly Row[], acquirer: string, methods: readonly PaymentType[]): Changes | undefined {
  const holderOf = (method: PaymentType) => rows.find((row) => fallbackMethodsOf(row).includes(method))?.acquirer ?? null
  const named = (of: (method: PaymentType) => string | null) =>
    Object.fromEntries(PAYMENT_TYPES.map((method) => [`fallback_for_${method}`, of(method)]))
  const after = (method: PaymentType) => {
    if (methods.includes(method)) return acquirer
    const before = holderOf(method)
    return before === acquirer ? null : before
  }
  const changes = changesOf(named(holderOf), named(after))
  return Object.keys(changes.after).length > 0 ? changes : undefined
}
