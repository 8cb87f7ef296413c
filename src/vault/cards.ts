import { newId } from "../base/ids.ts"
import { json } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { nowMs } from "../db/now.ts"
import type { KeyRing } from "./key-ring.ts"
import { brandOf } from "./number.ts"
import { cvcContext, numberContext } from "./sealed-cards.ts"
import { isShortLived, type ShortLivedKeys } from "./short-lived-keys.ts"
import { type CardRow, cards, type Funding, PLAIN_COLUMNS, type SealedCard } from "./tables.ts"

/** The members of a mode that the vault uses. */
export type VaultMode = { readonly ring: KeyRing; readonly shortLivedKeys: ShortLivedKeys }

/** Thrown if the key of a new card no longer exists: its time is over, or the database server or the machine has crashed. */
class CardGoneError extends Error {
  constructor(id: string) {
    super(`The card ${id} cannot be opened any more: its short-lived key no longer exists.`)
  }
}

/** A decrypted card. Only the vault and the acquirers use it. It must never be stored or logged. */
export type OpenCard = {
  /** Undefined if it is not stored. */
  id?: string
  number: string
  /** Undefined after use, because a CVC must not be kept after use. */
  cvc: string | undefined
  brand: string
  funding: Funding
  exp_month: number
  exp_year: number
  holder_name: string | null
}

const insertCard = cards.insert([...PLAIN_COLUMNS, "sealed_number", "sealed_cvc"], (rows) => rows.returning(PLAIN_COLUMNS))
const cardById = cards.find(["account", "id"], (rows) => rows.select(...PLAIN_COLUMNS))
const cardsByIds = cards.statement(["account", { ids: json<readonly string[]>() }], (rows, p, k) =>
  rows
    .whereRaw(isOneOf(k, "id"), [p.ids])
    .where({ account: p.account })
    .select(...PLAIN_COLUMNS),
)
const findSealed = cards.find(["account", "id"])
const putNumber = cards.update(["account", "id"], ["sealed_number"])
const release = cards.find(["account", "id"], (rows, _, k) => rows.update({ sealed_cvc: null, erase_after_ms: nowMs(k) }))

/** Stores a card. Its number and its CVC can be opened for 25 minutes at most. `number` must come from `readNumber`. */
export async function storeCard(
  tx: Transaction,
  { mode, account, now }: { mode: VaultMode; account: string; now: number },
  card: { number: string; cvc: string; exp_month: number; exp_year: number; holder_name: string | null; funding: Funding },
): Promise<CardRow> {
  const id = newId("card")
  const seal = await mode.shortLivedKeys.sealer(tx)
  return tx.only(insertCard, {
    id,
    account,
    created: now,
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    funding: card.funding,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    holder_name: card.holder_name,
    sealed_number: seal(card.number, numberContext(id)),
    sealed_cvc: seal(card.cvc, cvcContext(id)),
  })
}

export function findCard(db: Queries, account: string, id: string): Promise<CardRow | undefined> {
  return db.one(cardById, { account, id })
}

/** Returns a card that exists. Throws if it does not. */
export function cardOf(db: Queries, account: string, id: string): Promise<CardRow> {
  return db.only(cardById, { account, id })
}

/** Returns the cards with these ids, in any order. */
export function cardsOfIds(db: Queries, account: string, ids: readonly string[]): Promise<CardRow[]> {
  return db.all(cardsByIds, { account, ids })
}

/** Decrypts a card, for the acquirer. Throws if the number is erased, and throws CardGoneError if the card's key no longer exists. */
export async function openCard(db: Queries, mode: VaultMode, account: string, id: string): Promise<OpenCard> {
  const row = await db.one(findSealed, { account, id })
  if (!row) throw new Error(`The vault has no card ${id}.`)
  return openSealed(db, mode, row)
}

/** Decrypts a card that was read, like `openCard`. */
export async function openSealed(db: Queries, mode: VaultMode, row: SealedCard): Promise<OpenCard> {
  const { id, brand, funding, exp_month, exp_year, holder_name } = row
  if (row.sealed_number === null) throw new Error(`The vault has no number of the card ${id}.`)
  const number = await open(db, mode, row.sealed_number, numberContext(id))
  const cvc = row.sealed_cvc === null ? undefined : await open(db, mode, row.sealed_cvc, cvcContext(id))
  // A sale that was ordered with the CVC must not be made without it.
  if (number === undefined || (row.sealed_cvc !== null && cvc === undefined)) throw new CardGoneError(id)
  return { id, number, cvc, brand, funding, exp_month, exp_year, holder_name }
}

/** Decrypts a card that was read. Returns undefined if its key no longer exists. Throws if the number is erased. */
export async function openUnlessGone(db: Queries, mode: VaultMode, row: SealedCard): Promise<OpenCard | undefined> {
  return openSealed(db, mode, row).catch((error) => {
    if (error instanceof CardGoneError) return undefined
    throw error
  })
}

/** Decrypts a card's CVC. Returns undefined once the CVC is erased or its key no longer exists. */
export async function openCvc(db: Queries, mode: VaultMode, account: string, id: string): Promise<string | undefined> {
  const sealed = (await db.one(findSealed, { account, id }))?.sealed_cvc
  return sealed ? open(db, mode, sealed, cvcContext(id)) : undefined
}

/**
 * Seals the number of a card under the ring, so it can be opened until it is erased. Call it before the card is saved. Throws
 * CardGoneError.
 */
export async function keepNumber(tx: Transaction, mode: VaultMode, account: string, id: string): Promise<void> {
  const sealed = (await tx.one(findSealed, { account, id }))?.sealed_number
  if (!sealed || !isShortLived(sealed)) return
  const number = await open(tx, mode, sealed, numberContext(id))
  if (number === undefined) throw new CardGoneError(id)
  await tx.run(putNumber, { account, id, sealed_number: await mode.ring.seal(tx, number, numberContext(id)) })
}

/**
 * Erases the CVC, and allows the number to be erased once nothing needs it (payments/retention.ts). Call it in the transaction
 * that uses up or expires the card's token, or that detaches the saved card. See docs/threat-model.md.
 */
export function releaseCard(tx: Transaction, account: string, id: string): void {
  tx.send(release, { account, id })
}

/** Earlier releases sealed new cards under the ring too. */
async function open(db: Queries, mode: VaultMode, sealed: string, context: string): Promise<string | undefined> {
  return isShortLived(sealed) ? mode.shortLivedKeys.open(db, sealed, context) : mode.ring.open(db, sealed, context)
}
