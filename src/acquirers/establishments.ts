// The numbers of accounts at an acquirer, by which it names them in statements.

import { lockAccount } from "../accounts/accounts.ts"
import { Refusal } from "../base/errors.ts"
import { id, json, seconds, text } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { isHere } from "../db/here.ts"
import { table } from "../db/table.ts"

/** The acquirer that has such numbers. */
const NUMBERING = "cielo"

/** The numbers that an acquirer has given an account (Cielo: EC). */
export const establishments = table(
  "establishments",
  { account: id(), acquirer: text(), establishment: text(), created: seconds() },
  { of: "account", key: ["account", "acquirer", "establishment"] },
)

const NUMBER = /^\d{10}$/

const ofAccount = establishments.find(["account", "acquirer"], (rows) => rows.orderBy("establishment"))
const insertRow = establishments.insert(["account", "acquirer", "establishment", "created"])
const deleteAll = establishments.delete(["account", "acquirer"])
const byNumbers = establishments.statement(["acquirer", { numbers: json<readonly string[]>() }], (_, p, k) =>
  k.raw<{ account: string; establishment: string }>(
    `SELECT account, establishment FROM establishments WHERE acquirer = ? AND ${isOneOf(k, "establishment")} AND ${isHere(k)} ORDER BY account`,
    [p.acquirer, p.numbers],
  ),
)
const ofAccounts = establishments.statement(["acquirer", { accounts: json<readonly string[]>() }], (_, p, k) =>
  k.raw<{ account: string; establishment: string }>(
    `SELECT account, establishment FROM establishments WHERE acquirer = ? AND ${isOneOf(k, "account")}`,
    [p.acquirer, p.accounts],
  ),
)

/** The numbers of an account at an acquirer. */
export async function establishmentsOf(db: Queries, account: string, acquirer: string): Promise<string[]> {
  return (await db.all(ofAccount, { account, acquirer })).map(({ establishment }) => establishment)
}

/** Sets all numbers of an account at an acquirer. Throws Refusal for one that cannot be a number of it. `now` is in Unix seconds. */
export async function setEstablishments(
  tx: Transaction,
  { account, now: created }: { account: string; now: number },
  acquirer: string,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length > 0 && acquirer !== NUMBERING)
    throw new Refusal("establishment_invalid", `Only ${NUMBERING} has EC numbers.`)
  const wrong = numbers.find((number) => !NUMBER.test(number))
  if (wrong !== undefined) throw new Refusal("establishment_invalid", `The EC number must have 10 digits: ${wrong}`)
  await lockAccount(tx, account)
  await tx.run(deleteAll, { account, acquirer })
  for (const establishment of new Set(numbers)) tx.send(insertRow, { account, acquirer, establishment, created })
}

/** The accounts that have each of some numbers. */
export async function accountsOf(db: Queries, numbers: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.all(byNumbers, { acquirer: NUMBERING, numbers: [...new Set(numbers)] })
  return groups(rows, "establishment", "account")
}

/** The numbers of each of some accounts. */
export async function numbersOf(db: Queries, accounts: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.all(ofAccounts, { acquirer: NUMBERING, accounts: [...new Set(accounts)] })
  return groups(rows, "account", "establishment")
}

type Row = { account: string; establishment: string }

function groups(rows: readonly Row[], by: keyof Row, values: keyof Row): Map<string, string[]> {
  const found = Map.groupBy(rows, (row) => row[by])
  return new Map([...found].map(([key, group]) => [key, group.map((row) => row[values])]))
}
