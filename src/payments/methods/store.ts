import type { PaymentMethod } from "../../../generated/types.ts"
import { type MetadataInput, mergeMetadata } from "../../accounts/metadata.ts"
import type { Scope } from "../../accounts/scope.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import { id, integer, seconds, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { pick } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { recordEvent, recordUpdate } from "../../events/record.ts"
import type { EventScope, EventsMode } from "../../events/webhooks/mode.ts"
import { cardOf, cardsOfIds, keepNumber, releaseCard, type VaultMode } from "../../vault/cards.ts"
import type { Brand } from "../../vault/number.ts"
import { type CardRow, cards, type SealedCard } from "../../vault/tables.ts"
import type { Version } from "../../versions.ts"
import { findMandate, mandatesOfIds } from "../mandates/store.ts"
import type { MandateRow } from "../mandates/tables.ts"
import { MANDATES_SINCE } from "./mandates-since.ts"
import { type PaymentMethodRow, paymentMethods } from "./table.ts"

const NEW_METHOD = ["id", "account", "created", "customer", "type", "card", "only_for"] as const

const insertMethod = paymentMethods.statement(NEW_METHOD, (rows, p, k) =>
  rows
    .insert({
      ...pick(p, NEW_METHOD),
      position: paymentMethods
        .rows(k)
        .where({ account: p.account, customer: p.customer })
        .select(k.raw("coalesce(max(position), 0) + 1")),
    })
    .returning("*"),
)
const findMethod = paymentMethods.find(["account", "id"])
// SQLite ignores forShare. It does not need the lock, because it has one writer at a time.
const lockMethod = paymentMethods.find(["account", "id"], (rows) => rows.forShare())
const cardOfMethod = cards.statement(["account", { method: text() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("id = (SELECT card FROM payment_methods WHERE account = ? AND id = ?)", [p.account, p.method]),
)
// Ordered by position, not by id: an id from a host whose clock is behind looks older than it is. Two cards that were saved at the same
// moment have the same position. Either of them may count as the newest, as long as it is always the same one.
const NEWEST_FIRST = [
  { column: "position", order: "desc" },
  { column: "id", order: "desc" },
] as const
const newestMethods = paymentMethods.find(["account", "customer", { limit: integer() }], (rows) =>
  rows.whereNull("only_for").orderBy(NEWEST_FIRST).limit(LIMIT),
)
const newestMethod = paymentMethods.find(["account", "customer"], (rows) =>
  rows.whereNull("only_for").orderBy(NEWEST_FIRST).limit(1),
)
// SQLite ignores forUpdate, as above.
const holdMethod = paymentMethods.find(["account", "id"], (rows) => rows.forUpdate())
const setMetadata = paymentMethods.update(["account", "id"], ["metadata"], (rows) => rows.returning("*"))
const detachMethod = paymentMethods.find(["account", "id"], (rows) =>
  rows.whereNotNull("customer").update({ customer: null }).returning("*"),
)

/** Records that the issuer will never accept the card. The code of the first refusal stays. */
export const refuseForGood = paymentMethods.update(["account", "id"], [{ refused_for_good: "code" }], (rows) =>
  rows.whereNull("refused_for_good"),
)

const savedSince = paymentMethods.statement(["account", { customer: id(), only_for: id(), since: seconds() }], (rows, p) =>
  rows
    .where({ account: p.account, customer: p.customer, only_for: p.only_for })
    .where("created", ">", p.since)
    .count({ count: "*" }),
)

/** How many cards a payer has saved for a subscription since a time, in Unix seconds. */
export async function countSavedFor(
  db: Queries,
  wanted: { account: string; customer: string; only_for: string; since: number },
): Promise<number> {
  return (await db.only(savedSince, wanted)).count
}

/** Lists what a customer has saved. What is detached has no customer, so no list contains it. */
export const pageOfPaymentMethods = pages(paymentMethods, { filters: ["type"], within: "customer" })

/** Keeps the number of a new card for longer than its token, so that the card can be saved later. */
export function keepCard(tx: Transaction, { mode, account }: Scope<VaultMode>, card: string): Promise<void> {
  return keepNumber(tx, mode, account, card)
}

/**
 * Saves a card of the vault for a customer. The caller has verified the card. `only_for`: the subscription for which alone the payer saves
 * it.
 */
export async function saveCard(
  tx: Transaction,
  scope: Scope<VaultMode & EventsMode>,
  customer: string,
  card: string,
  { only_for = null }: { only_for?: string | null } = {},
): Promise<PaymentMethodRow> {
  await keepCard(tx, scope, card)
  const row = await tx.only(insertMethod, {
    id: newId("pm"),
    account: scope.account,
    created: scope.now,
    customer,
    type: "card",
    card,
    only_for,
  })
  recordEvent(tx, scope, "payment_method.attached", () => presentPaymentMethod(tx, row, tx.livemode))
  return row
}

/** Stores a mandate as a method of its customer, with its event. It is for the subscription that its payment begins, and for nothing else. */
export async function attachMandate(
  tx: Transaction,
  scope: EventScope,
  { id, account, customer, payment_intent }: MandateRow,
): Promise<void> {
  const row = { id, account, created: scope.now, customer, type: "pix_automatico" as const, card: null, only_for: payment_intent }
  const method = await tx.only(insertMethod, row)
  const shown = () => presentPaymentMethod(tx, method, tx.livemode)
  recordEvent(tx, scope, "payment_method.attached", shown, { since: sinceOf(method) })
}

/** Records the event of a mandate that its payer has agreed to. `before` and `after` are the mandate, which is a method of its customer. */
export async function tellAgreed(tx: Transaction, scope: EventScope, before: MandateRow, after: MandateRow): Promise<void> {
  const row = await tx.only(findMethod, after)
  const [was, is] = [present(row, { mandate: before }, tx.livemode), present(row, { mandate: after }, tx.livemode)]
  recordUpdate(tx, scope, "payment_method.updated", { before: was, after: is })
}

/** What the payer was told when the card was saved. Throws parameter_invalid. */
export function mustBeFor({ id, type, only_for }: PaymentMethodRow, subscription: string | null): void {
  if (type !== "card") {
    const message = `The mandate ${id} pays for the cycles of its subscription only. Use a saved card, or a token.`
    throw new ApiError("parameter_invalid", message, "payment_method")
  }
  if (only_for === null || only_for === subscription) return
  const message = `The payer saved the card ${id} for the subscription ${only_for} only. Use another card, or let the payer enter this one again.`
  throw new ApiError("parameter_invalid", message, "payment_method")
}

export function findPaymentMethod(db: Queries, account: string, id: string): Promise<PaymentMethodRow | undefined> {
  return db.one(findMethod, { account, id })
}

/** Finds a saved card to charge. The card cannot be detached, and so cannot be erased, before the transaction ends. */
export function lockPaymentMethod(tx: Transaction, account: string, id: string): Promise<PaymentMethodRow | undefined> {
  return tx.one(lockMethod, { account, id })
}

/** The card of the vault that a saved card is. */
export function findCardOfMethod(db: Queries, account: string, method: string): Promise<SealedCard | undefined> {
  return db.one(cardOfMethod, { account, method })
}

/** Finds a saved card of the account. Throws payment_method_not_found. */
export async function mustFindPaymentMethod(
  db: Queries,
  { account }: Pick<Scope, "account">,
  id: string,
): Promise<PaymentMethodRow> {
  const row = await findPaymentMethod(db, account, id)
  if (!row) throw notFound("payment_method", id)
  return row
}

/** The most recently saved card that the customer still has, and that is not for one subscription only. */
export function newestCardOf(db: Queries, account: string, customer: string): Promise<PaymentMethodRow | undefined> {
  return db.one(newestMethod, { account, customer })
}

/** The most recently saved ones of these cards, at most `limit`. Subscriptions charge the first one. */
export function newestCardsOf(db: Queries, account: string, customer: string, limit: number): Promise<PaymentMethodRow[]> {
  return db.all(newestMethods, { account, customer, limit })
}

/** Merges metadata into that of a saved card. Throws payment_method_not_found, and parameter_invalid if it is over a limit. */
export async function updatePaymentMethod(
  tx: Transaction,
  scope: EventScope,
  id: string,
  input: { metadata?: MetadataInput },
): Promise<PaymentMethodRow> {
  const { account } = scope
  const row = await tx.one(holdMethod, { account, id })
  if (!row) throw notFound("payment_method", id)
  const changed = await tx.only(setMetadata, { account, id, metadata: mergeMetadata(row.metadata, input.metadata) })
  const known = await knownOf(tx, row)
  const [before, after] = [present(row, known, tx.livemode), present(changed, known, tx.livemode)]
  recordUpdate(tx, scope, "payment_method.updated", { before, after })
  return changed
}

/** Detaches a card from its customer permanently. A repeated call changes nothing. Throws payment_method_not_found. */
export async function detachPaymentMethod(tx: Transaction, scope: EventScope, id: string): Promise<PaymentMethodRow> {
  const { account } = scope
  const row = await tx.one(detachMethod, { account, id })
  if (!row) return mustFindPaymentMethod(tx, scope, id)
  if (row.card) releaseCard(tx, account, row.card)
  const shown = () => presentPaymentMethod(tx, row, tx.livemode)
  recordEvent(tx, scope, "payment_method.detached", shown, { since: sinceOf(row) })
  return row
}

/** The first version that knows such a method. Null if all do. */
export function sinceOf({ type }: PaymentMethodRow): Version | null {
  return type === "card" ? null : MANDATES_SINCE
}

/** What a response shows of a method beside its row. */
type Known = { card: CardRow } | { mandate: MandateRow }

/** The PaymentMethod of a response (openapi.yaml, PaymentMethod). */
export async function presentPaymentMethod(db: Queries, row: PaymentMethodRow, livemode: boolean) {
  return present(row, await knownOf(db, row), livemode)
}

async function knownOf(db: Queries, row: PaymentMethodRow): Promise<Known> {
  const { account, id, card } = row
  return card === null ? { mandate: must(await findMandate(db, account, id), id) } : { card: await cardOf(db, account, card) }
}

/** The PaymentMethods of a response for saved methods of one account, in the order of `rows`. */
export async function presentPaymentMethods(db: Queries, account: string, rows: readonly PaymentMethodRow[], livemode: boolean) {
  const byId = await cardsById(db, account, rows)
  const mandates = await mandatesOfIds(
    db,
    account,
    rows.flatMap(({ id, card }) => (card === null ? id : [])),
  )
  return rows.map((row) => {
    const { id, card } = row
    const known = card === null ? { mandate: must(mandates.get(id), id) } : { card: must(byId.get(card), card) }
    return present(row, known, livemode)
  })
}

/** What a saved card shows of its card. */
export type ShownCard = NonNullable<PaymentMethod["card"]>

/** The saved cards among these methods of one account, with what may be shown of each card, in the order of `rows`. */
export async function savedCardsOf(
  db: Queries,
  account: string,
  rows: readonly PaymentMethodRow[],
): Promise<{ row: PaymentMethodRow; card: ShownCard }[]> {
  const byId = await cardsById(db, account, rows)
  return rows.flatMap((row) => {
    const card = byId.get(row.card ?? "")
    return card ? [{ row, card: shownCard(card) }] : []
  })
}

async function cardsById(db: Queries, account: string, rows: readonly PaymentMethodRow[]): Promise<Map<string, CardRow>> {
  const ids = rows.flatMap(({ card }) => card ?? [])
  return new Map((await cardsOfIds(db, account, ids)).map((card) => [card.id, card]))
}

function present({ id, customer, metadata, created }: PaymentMethodRow, known: Known, livemode: boolean): PaymentMethod {
  const [named, own] = [
    { id, object: "payment_method" as const, livemode, customer },
    { metadata, created },
  ]
  if ("card" in known) return { ...named, type: "card", card: shownCard(known.card), pix_automatico: null, ...own }
  return { ...named, type: "pix_automatico", card: null, pix_automatico: { status: known.mandate.status }, ...own }
}

function shownCard({ brand, last4, exp_month, exp_year, holder_name, funding }: CardRow): ShownCard {
  return { brand: brand as Brand, last4, exp_month, exp_year, holder_name, funding }
}
