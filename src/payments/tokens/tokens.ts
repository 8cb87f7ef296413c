import { countCardTest, type TokenSource } from "../../accounts/card-tests.ts"
import { checkName } from "../../accounts/names.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { id, integer, seconds, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { type Markers, pick, type Rows } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import type { Past } from "../../jobs/sweep.ts"
import { findCard, type OpenCard, openCvc, openUnlessGone, releaseCard, storeCard } from "../../vault/cards.ts"
import { hasExpired } from "../../vault/expiry.ts"
import { cvcLength, readNumber } from "../../vault/number.ts"
import { type CardRow, cards, type Funding, type SealedCard } from "../../vault/tables.ts"
import type { AttemptScope } from "../attempts/mode.ts"
import { type TokenRow, type TokenType, tokens } from "./table.ts"

export type CardInput = {
  number: string
  expMonth: number
  expYear: number
  cvc: string
  holderName?: string | null
  funding?: Funding | null
}

export const LIFETIME_SECONDS = 15 * 60
const MAX_PAYLOAD_BYTES = 16 * 1024

const INSERTED = ["id", "account", "created", "type", "card", "expires_at", "due_at", "publishable_key", "payer_address"] as const
const insertToken = tokens.statement(INSERTED, (rows, p) => rows.insert({ ...pick(p, INSERTED), used: false }).returning("*"))
const tokenById = tokens.find(["account", "id"])
const cardOfToken = cards.statement(["account", { token: text() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("id = (SELECT card FROM tokens WHERE account = ? AND id = ?)", [p.account, p.token]),
)
const reserve = tokens.statement(["account", "id", { reserved_by: "attempt", now: seconds() }], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id, used: false })
    .whereNull("reserved_by")
    .where("expires_at", ">", p.now)
    // Once a process has expired the token, its card may be erased, even if the clock of this host is behind.
    .whereRaw("(card IS NULL OR due_at IS NOT NULL)")
    .update({ reserved_by: p.attempt })
    .returning("*"),
)
const markUsed = tokens.find(["account", "id", { reserved_by: "attempt" }], (rows) =>
  rows.update({ used: true, due_at: null }).returning("*"),
)
const free = tokens.find(["account", "id", { reserved_by: "attempt" }], (rows) => rows.update({ reserved_by: null }))
const pass = tokens.statement(["account", "id", { reserved_by: "attempt" }, { to: id() }], (rows, p) =>
  rows.where({ account: p.account, id: p.id, reserved_by: p.attempt, used: false }).update({ reserved_by: p.to }).returning("*"),
)
const findUsedUp = tokens.find(["account", "id", { reserved_by: "attempt" }], (rows) => rows.where({ used: true }).select("id"))

const PAST = { now: seconds(), limit: integer() }
const expired = (rows: Rows<TokenRow>, { now }: Markers<{ now: number }>) =>
  rows.where("due_at", "<=", now).whereNull("reserved_by").orderBy("due_at").limit(LIMIT).select("account", "id", "card")
const expiredTokens = tokens.statement([PAST], (rows, p, k) => expired(rows.whereRaw(isHere(k)), p))
const expiredTokensOf = tokens.find(["account", PAST], expired)
const forgetToken = tokens.find(["account", "id"], (rows) =>
  rows.whereNotNull("due_at").whereNull("reserved_by").update({ due_at: null }).returning("card"),
)

/** Validates a card and stores it in the vault. `source` is set if a browser made the token. Throws parameter_invalid or expired_card. */
export async function createCardToken(
  tx: Transaction,
  scope: AttemptScope,
  input: CardInput,
  source?: TokenSource,
): Promise<{ token: TokenRow; card: CardRow }> {
  const number = readNumber(input.number)
  if (!number) throw new ApiError("parameter_invalid", "The card number is invalid: check its length and digits.", "card.number")
  if (!/^\d{3,4}$/.test(input.cvc) || input.cvc.length !== cvcLength(number)) {
    throw new ApiError("parameter_invalid", `The card's security code must have ${cvcLength(number)} digits.`, "card.cvc")
  }
  if (input.holderName) checkName(input.holderName, "card.holderName")
  if (hasExpired({ exp_year: input.expYear, exp_month: input.expMonth }, scope.now))
    throw new ApiError("expired_card", "The card has expired. Check the expiry date, or use another card.", "card.expYear")
  const card = await storeCard(tx, scope, {
    number,
    cvc: input.cvc,
    exp_month: input.expMonth,
    exp_year: input.expYear,
    holder_name: input.holderName ?? null,
    funding: input.funding ?? "credit",
  })
  return { token: await insert(tx, scope, "card", card.id, source), card }
}

/** Creates a wallet token. The payload is not stored. Throws parameter_invalid if it exceeds 16 KiB. */
export function createWalletToken(tx: Transaction, scope: AttemptScope, { payload }: { payload: string }): Promise<TokenRow> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
    throw new ApiError("parameter_invalid", `The wallet payload must not exceed ${MAX_PAYLOAD_BYTES} bytes.`, "wallet.payload")
  }
  return insert(tx, scope, "wallet", null)
}

/** Creates a token of a PIX, a boleto or PIX Automático, which only names how the payer wants to pay. */
export function createBareToken(tx: Transaction, scope: AttemptScope, type: Exclude<MethodType, "card">): Promise<TokenRow> {
  return insert(tx, scope, type, null)
}

export function findToken(db: Queries, account: string, id: string): Promise<TokenRow | undefined> {
  return db.one(tokenById, { account, id })
}

/** Finds a token and its card, if it has one. */
export async function findTokenAndCard(
  tx: Transaction,
  account: string,
  id: string,
): Promise<{ token: TokenRow | undefined; sealed: SealedCard | undefined }> {
  const [token, sealed] = await tx.pipeline(
    () => findToken(tx, account, id),
    () => tx.one(cardOfToken, { account, token: id }),
  )
  return { token, sealed }
}

/** Reserves a token for one attempt, so that no other attempt can use it. Throws token_unusable, which names `param`. */
export async function reserveToken(
  tx: Transaction,
  { account, now }: Pick<AttemptScope, "account" | "now">,
  { id }: Pick<TokenRow, "id">,
  attempt: string,
  param?: string,
): Promise<void> {
  if (!(await tx.one(reserve, { account, id, attempt, now }))) throw tokenUnusable(id, param)
}

/**
 * Opens the card of a token. Throws token_unusable, which names `param`, if the card's key was lost in a crash of the database server.
 * Call it after `reserveToken`: the card of a token that cannot be reserved may be erased.
 */
export async function openCardOf(
  tx: Transaction,
  { mode }: Pick<AttemptScope, "mode">,
  { id }: Pick<TokenRow, "id">,
  sealed: SealedCard,
  param: string,
): Promise<OpenCard> {
  const card = await openUnlessGone(tx, mode, sealed)
  if (!card) throw tokenUnusable(id, param)
  return card
}

/** Whether a token can still be reserved. */
export function isUsable(token: TokenRow, now: number): boolean {
  return !token.used && token.reserved_by === null && token.expires_at > now
}

export function tokenUnusable(id: string, param?: string): ApiError {
  return new ApiError(
    "token_unusable",
    `The token '${id.slice(0, 64)}' is expired, already used, or not of this account and mode. Create a new token.`,
    param,
  )
}

/** An attempt, and the token that it may have reserved. */
type Reservation = { account: string; id: string; token: string | null }

/** Uses up the token of an attempt and releases its card. */
export async function useToken(tx: Transaction, { account, id: attempt, token: id }: Reservation): Promise<void> {
  const token = id === null ? undefined : await tx.one(markUsed, { account, id, attempt })
  if (token?.card) releaseCard(tx, account, token.card)
}

/** Releases the token of an attempt that was undone. */
export async function freeToken(tx: Transaction, { account, id: attempt, token }: Reservation): Promise<void> {
  if (token !== null) await tx.run(free, { account, id: token, attempt })
}

/** Passes the token of an attempt on to another attempt. Returns undefined if there is none. */
export async function passToken(
  tx: Transaction,
  { account, id: attempt, token }: Reservation,
  to: string,
): Promise<TokenRow | undefined> {
  return token === null ? undefined : tx.only(pass, { account, id: token, attempt, to })
}

/** Counts the issuer's verdict about a token's card, to detect card testing. */
export async function countOutcome(
  tx: Transaction,
  { mode }: AttemptScope,
  { account, token: id }: { account: string; token: string | null },
  outcome: "refused" | "verified",
): Promise<void> {
  const token = id === null ? undefined : await findToken(tx, account, id)
  if (token) await countCardTest(tx, mode.clock, token, outcome)
}

/** Whether this attempt has used up its token. Undoing an attempt frees its token. */
export async function hasUsedToken(db: Queries, { account, id: attempt, token }: Reservation): Promise<boolean> {
  return token !== null && (await db.one(findUsedUp, { account, id: token, attempt })) !== undefined
}

/** Releases the cards of tokens that expired unused. Returns how many tokens it found. */
export async function releaseExpiredTokens(tx: Transaction, past: Past & { limit: number }): Promise<number> {
  const { now, account, limit } = past
  const found = await (account === null
    ? tx.all(expiredTokens, { now, limit })
    : tx.all(expiredTokensOf, { account, now, limit }))
  for (const { account, id } of found) {
    const forgotten = await tx.one(forgetToken, { account, id })
    if (forgotten?.card) releaseCard(tx, account, forgotten.card)
  }
  return found.length
}

/** Whether a repeated request has the same CVC as the first. Returns true once the CVC is erased, because it cannot be compared. */
export async function isSameCvc(db: Queries, scope: AttemptScope, tokenId: string, cvc: string): Promise<boolean> {
  const token = await findToken(db, scope.account, tokenId)
  if (!token?.card) return true
  const first = await openCvc(db, scope.mode, scope.account, token.card)
  return first === undefined || first === cvc
}

/** The Token of a response (openapi.yaml, Token), with camelCase members and ISO 8601 times. */
export async function presentToken(db: Queries, token: TokenRow, livemode: boolean, card?: CardRow) {
  const known = card ?? (token.card ? await findCard(db, token.account, token.card) : undefined)
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
          funding: known.funding,
        }
      : null,
    used: token.used,
    expiresAt: iso(token.expires_at),
    createdAt: iso(token.created),
  }
}

function insert(
  tx: Transaction,
  { account, now }: AttemptScope,
  type: TokenType,
  card: string | null,
  source?: TokenSource,
): Promise<TokenRow> {
  const expires_at = now + LIFETIME_SECONDS
  return tx.only(insertToken, {
    id: newId("tok"),
    account,
    created: now,
    type,
    card,
    expires_at,
    due_at: card ? expires_at : null,
    publishable_key: source?.publishable_key ?? null,
    payer_address: source?.payer_address ?? null,
  })
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
