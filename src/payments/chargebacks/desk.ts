// Where an account signs in to answer chargebacks.
import { createPrivateKey, X509Certificate } from "node:crypto"
import { lockAccount } from "../../accounts/accounts.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { findDesk } from "./store.ts"
import { chargebackDesks, type DeskRow } from "./tables.ts"

const insertRow = chargebackDesks.insert(
  [
    ...(["id", "account", "created", "acquirer", "client_id", "user_name", "head"] as const),
    ...(["certificate", "sealed_secrets", "due_at", "held_until_ms"] as const),
  ],
  (rows) => rows.returning("*"),
)
const deleteRow = chargebackDesks.delete(["account", "acquirer"])
const listSoon = chargebackDesks.update(["account", "acquirer"], ["due_at"])

export const SEALED_CHARGEBACK_DESKS = sealedTable(chargebackDesks, {
  key: ["account", "id"],
  contexts: { sealed_secrets: ({ id }) => id },
})

/** What an operator sets. `certificate` and `key` are PEM. */
export type DeskSettings = Pick<DeskRow, "client_id" | "user_name" | "head" | "certificate"> & Secrets
export type Secrets = { client_secret: string; key: string }

/** Sets how an account signs in, and lists its cases at once. Throws Refusal if the certificate and its key do not fit. `now` is in Unix seconds. */
export async function setDesk(
  tx: Transaction,
  { account, now, ring }: { account: string; now: number; ring: KeyRing },
  acquirer: string,
  { client_secret, key, ...chosen }: DeskSettings,
): Promise<DeskRow> {
  checkPair(chosen.certificate, key)
  await lockAccount(tx, account)
  await tx.run(deleteRow, { account, acquirer })
  const id = newId("desk")
  const sealed_secrets = await ring.seal(tx, JSON.stringify({ client_secret, key } satisfies Secrets), id)
  return tx.only(insertRow, { id, account, created: now, acquirer, ...chosen, sealed_secrets, due_at: now, held_until_ms: 0 })
}

/** Removes it: cases are no longer listed, and answers not sent. Throws Refusal if there is none. */
export async function removeDesk(tx: Transaction, account: string, acquirer: string): Promise<DeskRow> {
  await lockAccount(tx, account)
  const row = await findDesk(tx, account, acquirer)
  if (!row) throw new Refusal("desk_missing", "The account has no access to chargebacks.")
  await tx.run(deleteRow, { account, acquirer })
  return row
}

/** Lists the cases of an account now. */
export async function listCasesNow(tx: Transaction, account: string, acquirer: string, due_at: number): Promise<void> {
  await tx.run(listSoon, { account, acquirer, due_at })
}

function checkPair(certificate: string, key: string): void {
  let fits = false
  try {
    fits = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    throw new Refusal("desk_invalid", "The certificate and its key must be PEM texts without a password.")
  }
  if (!fits) throw new Refusal("desk_invalid", "The key is not that of the certificate.")
}

/** When a certificate ends, in Unix seconds. `certificate` is PEM. */
export function certificateEnd(certificate: string): number {
  return Math.floor(Date.parse(new X509Certificate(certificate).validTo) / 1000)
}

/** The access in the output of the command line. Secrets are never shown. */
export function presentDesk({ account, acquirer, client_id, user_name, head, certificate, created, listed_at }: DeskRow) {
  const certificate_ends_at = certificateEnd(certificate)
  return { account, name: acquirer, client_id, user_name, head, certificate_ends_at, created, listed_at }
}
