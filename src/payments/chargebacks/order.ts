// The merchant's answer to a case: it is stored before it is sent (answering.ts).
import { hasCardNumber } from "../../base/card-numbers.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { holdIntent } from "../intents/store.ts"
import { type CheckedDocument, checkDocument } from "./document.ts"
import { ownCases } from "./own.ts"
import { findCase, holdCase } from "./store.ts"
import { type AnswerRow, type CaseRow, chargebackAnswers, chargebackFiles } from "./tables.ts"

export const MAX_REASON = 100

const insertRow = chargebackAnswers.insert(
  [
    ...(["id", "account", "created", "chargeback", "step", "kind", "reason", "document_type", "document_bytes"] as const),
    ...(["state", "tries", "due_at", "held_until_ms"] as const),
  ],
  (rows) => rows.returning("*"),
)
const ofCase = chargebackAnswers.find(["account", "chargeback"], (rows) => rows.orderBy("id"))
const findRow = chargebackAnswers.find(["account", "id"])
const insertFile = chargebackFiles.insert(["id", "account", "chargeback", "sealed_content"])
const findFile = chargebackFiles.find(["account", "id"])

export const SEALED_CHARGEBACK_FILES = sealedTable(chargebackFiles, {
  key: ["account", "id"],
  contexts: { sealed_content: ({ id }) => id },
})

/** An answer. A refusal was checked before (checkRefusal). */
export type Answer = { kind: "accept" } | ({ kind: "refuse" } & CheckedRefusal)
export type CheckedRefusal = { reason: string; document: CheckedDocument }

/**
 * Stores an answer to a case. A worker sends it. Throws Refusal if the case does not wait for an answer, if another one is on its way, or if the
 * case is another account's.
 */
export async function orderAnswer(
  tx: Transaction,
  { account, now, mode: { ring } }: PaymentScope & { mode: { ring: KeyRing } },
  which: string,
  answer: Answer,
): Promise<AnswerRow> {
  const { payment_intent = null } = (await findCase(tx, account, which)) ?? {}
  if (payment_intent !== null) await tx.only(holdIntent, { account, id: payment_intent })
  const row = await holdCase(tx, { account, id: which })
  await mustWait(tx, row)
  if ((await ownCases(tx, row, [row])).length === 0)
    throw new Refusal("case_of_other_account", `The case ${row.number} is of an EC number that the account does not have.`)
  const id = newId("cba")
  const refusal = answer.kind === "refuse" ? answer : undefined
  const stored = await tx.only(insertRow, {
    ...{ id, account, created: now, chargeback: row.id, step: row.step, kind: answer.kind },
    ...{ reason: refusal?.reason ?? null, document_type: refusal?.document.type ?? null },
    document_bytes: refusal?.document.bytes.length ?? null,
    ...{ state: "new", tries: 0, due_at: now, held_until_ms: 0 },
  })
  if (refusal) {
    const sealed_content = await ring.seal(tx, refusal.document.bytes.toString("base64"), id)
    await tx.run(insertFile, { id, account, chargeback: row.id, sealed_content })
  }
  return stored
}

/** Checks a refusal, before the transaction that stores it. Throws Refusal for a reason or a document that the acquirer would not take. */
export function checkRefusal({ reason, document }: { reason: string; document: Buffer }): CheckedRefusal {
  const { length } = reason.trim()
  if (length === 0 || length > MAX_REASON || /\p{C}/u.test(reason))
    throw new Refusal("reason_invalid", `The reason must be one line of 1 to ${MAX_REASON} characters.`)
  if (hasCardNumber(reason)) throw new Refusal("reason_invalid", "The reason must not have a card number.")
  return { reason: reason.trim(), document: checkDocument(document) }
}

/** Throws Refusal if a case takes no answer now. */
export async function mustWait(db: Queries, { account, id, number, status }: CaseRow): Promise<void> {
  if (status !== "needs_response")
    throw new Refusal("chargeback_unexpected_state", `The case ${number} is ${status.replace("_", " ")}, so it takes no answer.`)
  if ((await answersOf(db, { account, id })).some(isUnderWay))
    throw new Refusal("chargeback_answered", `An answer to the case ${number} is on its way to the acquirer.`)
}

/** Whether an answer was not taken yet, and is still sent. */
export function isUnderWay({ state }: Pick<AnswerRow, "state">): boolean {
  return state === "new" || state === "sent"
}

/** The answers to a case, oldest first. */
export function answersOf(db: Queries, { account, id }: Pick<CaseRow, "account" | "id">): Promise<AnswerRow[]> {
  return db.all(ofCase, { account, chargeback: id })
}

export function findAnswer(db: Queries, account: string, id: string): Promise<AnswerRow | undefined> {
  return db.one(findRow, { account, id })
}

/** The document of an answer. Undefined if it was deleted. */
export async function openDocument(
  db: Queries,
  ring: KeyRing,
  { account, id }: Pick<AnswerRow, "account" | "id">,
): Promise<Buffer | undefined> {
  const file = await db.one(findFile, { account, id })
  return file && Buffer.from(await ring.open(db, file.sealed_content, id), "base64")
}
