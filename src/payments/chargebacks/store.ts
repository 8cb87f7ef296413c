import { findAnywhere } from "../../db/anywhere.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { pages } from "../../db/page.ts"
import type { IntentRow } from "../intents/table.ts"
import { type CaseRow, chargebackCases, chargebackDesks, type DeskRow } from "./tables.ts"

const findRow = chargebackCases.find(["account", "id"])
const holdRow = chargebackCases.find(["account", "id"], (rows) => rows.forUpdate())
const byNumber = chargebackCases.find(["account", "acquirer", "number"])
const holdByNumber = chargebackCases.find(["account", "acquirer", "number"], (rows) => rows.forUpdate())
const ofPayment = chargebackCases.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))
const ofDispute = chargebackCases.find(["account", "dispute"], (rows) => rows.orderBy("id").limit(1))
const openOf = chargebackCases.find(["account", "acquirer"], (rows) => rows.whereNull("closed_at").orderBy("id"))
const deskOf = chargebackDesks.find(["account", "acquirer"])
const anywhere = findAnywhere(chargebackCases)
const numberAnywhere = chargebackCases.find(["number"], (rows, _, k) => rows.whereRaw(isHere(k)).orderBy("id").limit(2))

export const pageOfCases = pages(chargebackCases)

export function findCase(db: Queries, account: string, id: string): Promise<CaseRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Locks a case until the transaction ends. Hold its payment before, if it has one. */
export function holdCase(tx: Transaction, { account, id }: Pick<CaseRow, "account" | "id">): Promise<CaseRow> {
  return tx.only(holdRow, { account, id })
}

type Numbered = Pick<CaseRow, "account" | "acquirer" | "number">

export function findCaseByNumber(db: Queries, { account, acquirer, number }: Numbered): Promise<CaseRow | undefined> {
  return db.one(byNumber, { account, acquirer, number })
}

export function holdCaseByNumber(tx: Transaction, { account, acquirer, number }: Numbered): Promise<CaseRow> {
  return tx.only(holdByNumber, { account, acquirer, number })
}

/** The cases of a payment, oldest first. */
export function casesOf(db: Queries, { account, id }: Pick<IntentRow, "account" | "id">): Promise<CaseRow[]> {
  return db.all(ofPayment, { account, payment_intent: id })
}

/** The acquirer's case of a dispute. Undefined if the acquirer has listed none. */
export function caseOfDispute(db: Queries, dispute: { account: string; id: string }): Promise<CaseRow | undefined> {
  return db.one(ofDispute, { account: dispute.account, dispute: dispute.id })
}

/** The cases that are not decided. */
export function openCasesOf(db: Queries, { account, acquirer }: Pick<CaseRow, "account" | "acquirer">): Promise<CaseRow[]> {
  return db.all(openOf, { account, acquirer })
}

/** A case of any account by its id, or by the acquirer's number if only one has it. For the operator's commands. */
export async function findCaseAnywhere(db: Queries, named: string): Promise<CaseRow | undefined> {
  const found = await db.one(anywhere, { id: named })
  if (found) return found
  const [one, ...others] = await db.all(numberAnywhere, { number: named })
  return others.length === 0 ? one : undefined
}

export function findDesk(db: Queries, account: string, acquirer: string): Promise<DeskRow | undefined> {
  return db.one(deskOf, { account, acquirer })
}

/** A case as commands show it. */
export function presentCase(row: CaseRow) {
  const { id, account, acquirer, number, process, is_inquiry, network, reason, amount, status, due_by, received } = row
  const { payment_intent, dispute, lifecycle, establishment, sale } = row
  return {
    ...{ id, account, acquirer, number, establishment, process, is_inquiry, network, reason, amount, status, due_by },
    ...{ received, payment_intent, dispute, lifecycle, sale },
  }
}
