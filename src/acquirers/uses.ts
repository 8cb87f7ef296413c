// What an acquirer of an account is used for: the payment methods that it has, and those whose sales it takes over where their own acquirer
// cannot make them (docs/decisions/0033-fallback.md). A method has one acquirer at most, and one fallback.
import { type Changes, changesOf } from "../audit/changes.ts"
import { Refusal } from "../base/errors.ts"
import type { Transaction } from "../db/database.ts"
import type { AcquirerKind } from "./kind.ts"
import { PAYMENT_TYPES, type PaymentType } from "./sale.ts"
import { acquirerCredentials, type CredentialsRow } from "./table.ts"

export const updateUses = acquirerCredentials.update(["account", "id"], ["methods", "fallback_for"])

const USES = ["methods", "fallback_for"] as const
type Use = (typeof USES)[number]

export type Uses = { readonly [use in Use]: readonly PaymentType[] }
/** What is named of them. The rest stays. */
export type NamedUses = { readonly [use in Use]?: readonly PaymentType[] | undefined }

type Row = Pick<CredentialsRow, "id" | "acquirer" | Use>

/** A row of an earlier release is its account's only one, and has all methods. */
export function usesOf({ methods, fallback_for }: Pick<CredentialsRow, Use>): Uses {
  return { methods: methods ?? PAYMENT_TYPES, fallback_for: fallback_for ?? [] }
}

/** The acquirer that has a payment method, or that is its fallback. */
export function holderOf<R extends Pick<CredentialsRow, Use>>(rows: readonly R[], use: Use, method: PaymentType): R | undefined {
  return rows.find((row) => usesOf(row)[use].includes(method))
}

/**
 * The uses of an acquirer that is set: those that are named, or else those from `before`, or else all methods that it offers and no other has. Throws
 * Refusal if it does not offer one, if it would be its own fallback, or if it would have no use.
 */
export function usesFor(
  { name, methods: offered }: Pick<AcquirerKind, "name" | "methods">,
  named: NamedUses,
  { before, others }: { before: Row | undefined; others: readonly Row[] },
): Uses {
  const has = before && usesOf(before)
  const wrong = USES.flatMap((use) => named[use] ?? []).find((method) => !offered.includes(method))
  if (wrong !== undefined)
    throw new Refusal("method_not_offered", `The acquirer ${name} takes no ${wrong}: ${offered.join(", ")}.`)
  const methods = named.methods ?? has?.methods ?? offered.filter((method) => !holderOf(others, "methods", method))
  const own = named.fallback_for?.find((method) => methods.includes(method))
  if (own !== undefined)
    throw new Refusal("fallback_is_own", `The acquirer ${name} has ${own} itself. Another one can be its fallback.`)
  const fallback_for = (named.fallback_for ?? has?.fallback_for ?? []).filter((method) => !methods.includes(method))
  if (!has && methods.length === 0 && fallback_for.length === 0) throw noMethodLeft(name, others)
  return { methods: inOrder(methods), fallback_for: inOrder(fallback_for) }

  function inOrder(chosen: readonly PaymentType[]): PaymentType[] {
    return PAYMENT_TYPES.filter((method) => chosen.includes(method) && offered.includes(method))
  }
}

function noMethodLeft(name: string, others: readonly Row[]): Refusal {
  const who = others.map((row) => `${row.acquirer} has ${usesOf(row).methods.join(", ")}`).join("; ")
  return new Refusal(
    "no_method_left",
    `No payment method is left for ${name}: ${who}. Name those that it takes over with --methods, or those whose fallback it is with --fallback-for.`,
  )
}

/** Takes uses from the acquirers that had them. */
export async function takeUses(tx: Transaction, account: string, others: readonly Row[], uses: Uses): Promise<void> {
  for (const row of others) {
    const had = usesOf(row)
    const rest = (use: Use) => had[use].filter((method) => !uses[use].includes(method))
    const [methods, fallback_for] = [rest("methods"), rest("fallback_for")]
    if (methods.length < had.methods.length || fallback_for.length < had.fallback_for.length)
      await tx.run(updateUses, { account, id: row.id, methods, fallback_for })
  }
}

/** What the audit log says of an acquirer that gets these uses and no others: what moves, and between which acquirers. Null if nothing does. */
export function movedUses(rows: readonly Row[], acquirer: string, uses: Uses): Changes | null {
  const holder = (use: Use, method: PaymentType) => holderOf(rows, use, method)?.acquirer ?? null
  const holderAfter = (use: Use, method: PaymentType) => {
    if (uses[use].includes(method)) return acquirer
    const before = holder(use, method)
    return before === acquirer ? null : before
  }
  const changes = changesOf(named(holder), named(holderAfter))
  return Object.keys(changes.after).length > 0 ? changes : null
}

function named(holder: (use: Use, method: PaymentType) => string | null) {
  const entries = USES.flatMap((use) =>
    PAYMENT_TYPES.map((method) => [use === "methods" ? method : `${use}_${method}`, holder(use, method)] as const),
  )
  return Object.fromEntries(entries)
}
