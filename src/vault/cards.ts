import type { Queries, Transaction } from "../db/database.ts"
import { nowMs } from "../db/now.ts"
import { statement } from "../db/statement.ts"
import { newId } from "../ids.ts"
import type { KeyRing } from "./key-ring.ts"
import { brandOf } from "./number.ts"

/** The data of a card that may be shown. */
export type CardRow = {
  id: string
  account: string
  created: number
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  holder_name: string | null
}

/** Both are null once they are erased. */
type SealedCardRow = CardRow & { sealed_number: string | null; sealed_cvc: string | null }

/** A decrypted card. Only the vault and the acquirers use it. It must never be stored or logged. */
export type OpenCard = {
  number: string
  /** Undefined once it was used, because a CVC must not be kept after use. */
  cvc: string | undefined
  brand: string
  exp_month: number
  exp_year: number
  holder_name: string | null
}

const insertCard = statement<
  CardRow,
  "id" | "account" | "created" | "brand" | "last4" | "exp_month" | "exp_year" | "holder_name" | "sealed_number" | "sealed_cvc"
>((k, p) =>
  k("cards")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      brand: p.brand,
      last4: p.last4,
      exp_month: p.exp_month,
      exp_year: p.exp_year,
      holder_name: p.holder_name,
      sealed_number: p.sealed_number,
      sealed_cvc: p.sealed_cvc,
    })
    .returning(["id", "account", "created", "brand", "last4", "exp_month", "exp_year", "holder_name"]),
)
const findCard = statement<CardRow, "account" | "id">((k, p) =>
  k("cards")
    .where({ account: p.account, id: p.id })
    .select("id", "account", "created", "brand", "last4", "exp_month", "exp_year", "holder_name"),
)
const findSealed = statement<SealedCardRow, "account" | "id">((k, p) => k("cards").where({ account: p.account, id: p.id }))
const release = statement<void, "id">((k, p) =>
  k("cards")
    .where({ id: p.id })
    .update({ sealed_cvc: null, erase_after_ms: nowMs(k) }),
)

/** Stores a card. The number and the CVC are sealed, each with its own key. `number` must come from `readNumber`. */
export async function storeCard(
  tx: Transaction,
  { mode, account, now }: { mode: { ring: KeyRing }; account: string; now: number },
  card: { number: string; cvc: string; exp_month: number; exp_year: number; holder_name: string | null },
): Promise<CardRow> {
  const id = newId("card")
  const row = await tx.one(insertCard, {
    id,
    account,
    created: now,
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    holder_name: card.holder_name,
    sealed_number: mode.ring.seal(card.number, `${id} number`),
    sealed_cvc: mode.ring.seal(card.cvc, `${id} cvc`),
  })
  return row!
}

export function retrieveCard(db: Queries, account: string, id: string): Promise<CardRow | undefined> {
  return db.one(findCard, { account, id })
}

/** Decrypts a card, for the acquirer. Throws where its number is erased. */
export async function openCard(db: Queries, ring: KeyRing, account: string, id: string): Promise<OpenCard> {
  const row = await db.one(findSealed, { account, id })
  if (!row?.sealed_number) throw new Error(`The vault has no number of the card ${id}.`)
  const { brand, exp_month, exp_year, holder_name } = row
  const number = await ring.open(row.sealed_number, `${id} number`)
  const cvc = await cvcOf(ring, row)
  return { number, cvc, brand, exp_month, exp_year, holder_name }
}

/** Decrypts a card's CVC. Returns undefined once it is erased. */
export async function openCvc(db: Queries, ring: KeyRing, account: string, id: string): Promise<string | undefined> {
  const row = await db.one(findSealed, { account, id })
  return row && cvcOf(ring, row)
}

/**
 * Erases the CVC, and lets the number be erased as soon as nothing needs it (payments/erase-cards.ts). Call it in the transaction
 * that uses up the card's token, that expires it, or that detaches the saved card. See docs/threat-model.md.
 */
export async function releaseCard(tx: Transaction, id: string): Promise<void> {
  await tx.run(release, { id })
}

async function cvcOf(ring: KeyRing, { id, sealed_cvc }: SealedCardRow): Promise<string | undefined> {
  return sealed_cvc === null ? undefined : ring.open(sealed_cvc, `${id} cvc`)
}
