// Compares the bank's mandates and the charges under them with ours, after every subscription has ended.

import type { Database } from "../../src/db/database.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import { mandateCharges, mandates } from "../../src/payments/mandates/tables.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { OwnBank } from "../live-mode/own-bank.ts"
import { line } from "./line.ts"

const allMandates = testOnly(mandates.find(["account"], (rows) => rows.orderBy("id")))
const allCharges = testOnly(mandateCharges.find(["account"], (rows) => rows.orderBy("attempt")))
const allAttempts = testOnly(attempts.find(["account"], (rows) => rows.orderBy("id")))

const OPEN = ["CRIADA", "ATIVA"]

/** A charge whose tries have failed takes nothing until another one is ordered, and cannot be withdrawn. */
function mayTakeMoney({ status, attempts }: ReturnType<OwnBank["allRecurring"]>[number]): boolean {
  const isUnderWay = attempts.some((one) => one.status === "SOLICITADA" || one.status === "AGENDADA")
  return OPEN.includes(status) && (attempts.length === 0 || isUnderWay)
}

/** Nothing is agreed to for nothing, nothing will be charged, and each charge was ordered. */
export async function checkMandates(database: Database, account: string, bank: OwnBank): Promise<string[]> {
  const [own, charges] = [await database.all(allMandates, { account }), await database.all(allCharges, { account })]
  const ordered = await database.all(allAttempts, { account })
  const known = new Map(own.map((row) => [row.mandate, row]))
  const made = bank
    .allMandates()
    .filter(({ idRec, terms }) => known.has(idRec) || own.some((row) => row.contract === terms.vinculo.contrato))
  const taken = bank.allRecurring().filter(({ idRec }) => made.some((mandate) => mandate.idRec === idRec))
  const references = new Set(ordered.map(({ reference }) => reference))
  return [
    ...made
      // A code of one that the bank has never named was shown to nobody.
      .filter(({ idRec, status }) => status === "APROVADA" || (status === "CRIADA" && known.has(idRec)))
      .map((mandate) => line("the bank has a mandate of no subscription", mandate, known.get(mandate.idRec) ?? {})),
    ...taken.filter(mayTakeMoney).map((charge) => line("the bank will take money for nothing", charge)),
    ...taken
      .filter(({ txid }) => !references.has(txid.replace(/^vrecur/, "")))
      .map((charge) => line("the bank has a charge that was never ordered", charge)),
    ...own.filter(({ status }) => status === "active").map((row) => line("a mandate is active and has no subscription", row)),
    ...own.filter(({ due_at }) => due_at !== null).map((row) => line("the bank is still asked about a mandate", row)),
    ...charges
      .filter(({ attempt }) => ordered.some(({ id, state }) => id === attempt && state !== "done" && state !== "given_up"))
      .map((row) => line("a charge by mandate is open", row)),
  ]
}
