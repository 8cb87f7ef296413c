import type { Queries, Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { ApiError } from "../../errors.ts"
import { newId } from "../../ids.ts"
import { type CardRow, forgetCvc, openCard, retrieveCard, storeCard } from "../../vault/cards.ts"
import { cvcLength, readNumber } from "../../vault/number.ts"
import type { PaymentScope } from "../mode.ts"

export type TokenType = "card" | "pix" | "boleto" | "wallet"

export type TokenRow = {
  id: string
  account: string
  created: number
  type: TokenType
  card: string | null
  used: boolean | number
  reserved_by: string | null
  expires_at: number
}

export type CardInput = { number: string; expMonth: number; expYear: number; cvc: string; holderName?: string | null }

const LIFETIME_SECONDS = 15 * 60
const MAX_PAYLOAD_BYTES = 16 * 1024

const insertToken = statement<TokenRow, "id" | "account" | "created" | "type" | "card" | "expires_at" | "due_at">((k, p) =>
  k("tokens")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      type: p.type,
      card: p.card,
      used: false,
      expires_at: p.expires_at,
      due_at: p.due_at,
    })
    .returning("*"),
)
const findToken = statement<TokenRow, "account" | "id">((k, p) => k("tokens").where({ account: p.account, id: p.id }))
const reserve = statement<TokenRow, "account" | "id" | "now" | "attempt">((k, p) =>
  k("tokens")
    .where({ account: p.account, id: p.id, used: false })
    .whereNull("reserved_by")
    .where("expires_at", ">", p.now)
    .update({ reserved_by: p.attempt })
    .returning("*"),
)
const markUsed = statement<TokenRow, "id" | "attempt">((k, p) =>
  k("tokens").where({ id: p.id, reserved_by: p.attempt }).update({ used: true, due_at: null }).returning("*"),
)
const free = statement<void, "id" | "attempt">((k, p) =>
  k("tokens").where({ id: p.id, reserved_by: p.attempt }).update({ reserved_by: null }),
)
const forgetExpired = statement<{ id: string; card: string | null }, "account" | "now">((k, p) =>
  k("tokens")
    .where({ account: p.account })
    .where("due_at", "<=", p.now)
    .whereNull("reserved_by")
    .update({ due_at: null })
    .returning(["id", "card"]),
)

/** Checks a card as it was typed, and stores it in the vault. Throws parameter_invalid, parameter_missing or expired_card. */
export async function createCardToken(
  tx: Transaction,
  scope: PaymentScope,
  input: CardInput,
): Promise<{ token: TokenRow; card: CardRow }> {
  const number = readNumber(input.number)
  if (!number)
    throw new ApiError("parameter_invalid", "This is not a card number: its length or its check digit is wrong.", "card.number")
  if (!new RegExp(`^[0-9]{${cvcLength(number)}}$`).test(input.cvc)) {
    throw new ApiError("parameter_invalid", `The security code of this card has ${cvcLength(number)} digits.`, "card.cvc")
  }
  if (isPast(input.expYear, input.expMonth, scope.now))
    throw new ApiError("expired_card", "The card has expired.", "card.expYear")
  const card = await storeCard(tx, scope, {
    number,
    cvc: input.cvc,
    exp_month: input.expMonth,
    exp_year: input.expYear,
    holder_name: input.holderName ?? null,
  })
  return { token: await insert(tx, scope, "card", card.id), card }
}

/** A wallet's payload is opaque and not stored, but measured: 16 KiB at most. Throws parameter_invalid. */
export function createWalletToken(tx: Transaction, scope: PaymentScope, { payload }: { payload: string }): Promise<TokenRow> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
    throw new ApiError("parameter_invalid", `The payload may have ${MAX_PAYLOAD_BYTES} bytes at most.`, "wallet.payload")
  }
  return insert(tx, scope, "wallet", null)
}

/** A token of another type: it only says how the payer wants to pay. */
export function createBareToken(tx: Transaction, scope: PaymentScope, type: "pix" | "boleto"): Promise<TokenRow> {
  return insert(tx, scope, type, null)
}

export function retrieveToken(db: Queries, account: string, id: string): Promise<TokenRow | undefined> {
  return db.one(findToken, { account, id })
}

/** Holds a token for one attempt: from here on nobody else can use it. Throws token_unusable. */
export async function reserveToken(
  tx: Transaction,
  { account, now }: PaymentScope,
  id: string,
  attempt: string,
): Promise<TokenRow> {
  const token = await tx.one(reserve, { account, id, attempt, now })
  if (!token) throw tokenUnusable(id)
  return token
}

/** Whether a token could still be reserved. */
export function isUsable(token: TokenRow, now: number): boolean {
  return !token.used && token.reserved_by === null && token.expires_at > now
}

export function tokenUnusable(id: string, param?: string): ApiError {
  return new ApiError(
    "token_unusable",
    `The token '${id.slice(0, 64)}' has expired, was used already, or is not of this account and mode. Make a new one.`,
    param,
  )
}

/** Uses a token up and erases the CVC of its card, for good. */
export async function useToken(tx: Transaction, id: string, attempt: string): Promise<void> {
  const token = await tx.one(markUsed, { id, attempt })
  if (token?.card) await forgetCvc(tx, token.card)
}

/** Gives a token back after an attempt that the acquirer never made. */
export async function freeToken(tx: Transaction, id: string, attempt: string): Promise<void> {
  await tx.run(free, { id, attempt })
}

/** Erases the CVCs of tokens that expired unused. */
export async function forgetExpiredTokens(tx: Transaction, account: string, now: number): Promise<number> {
  const expired = await tx.all(forgetExpired, { account, now })
  for (const { card } of expired) if (card) await forgetCvc(tx, card)
  return expired.length
}

/** Whether a repeated request brings the CVC of the first one; true once the vault has forgotten it, as then nothing can tell. */
export async function isSameCvc(db: Queries, scope: PaymentScope, tokenId: string, cvc: string): Promise<boolean> {
  const token = await retrieveToken(db, scope.account, tokenId)
  if (!token?.card) return true
  const card = await openCard(db, scope.mode.ring, scope.account, token.card)
  return card.cvc === undefined || card.cvc === cvc
}

/** The token as it is answered (Specification, Token: camelCase, ISO 8601). */
export async function presentToken(db: Queries, token: TokenRow, livemode: boolean, card?: CardRow) {
  const known = card ?? (token.card ? await retrieveCard(db, token.account, token.card) : undefined)
  return {
    id: token.id,
    object: "token" as const,
    livemode,
    type: token.type,
    card: known
      ? {
          brand: known.brand,
          last4: known.last4,
          expMonth: known.exp_month,
          expYear: known.exp_year,
          holderName: known.holder_name,
        }
      : null,
    used: Boolean(token.used),
    expiresAt: iso(token.expires_at),
    createdAt: iso(token.created),
  }
}

async function insert(tx: Transaction, { account, now }: PaymentScope, type: TokenType, card: string | null): Promise<TokenRow> {
  const expires_at = now + LIFETIME_SECONDS
  const row = await tx.one(insertToken, {
    id: newId("tok"),
    account,
    created: now,
    type,
    card,
    expires_at,
    due_at: card ? expires_at : null,
  })
  return row!
}

/** A card is good to the end of its month, UTC. */
function isPast(year: number, month: number, now: number): boolean {
  return Date.UTC(year, month, 1) / 1000 <= now
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
