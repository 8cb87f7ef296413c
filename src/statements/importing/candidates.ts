// The charges that lines may be about.

import { dayOf } from "../../base/day.ts"
import { json, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { isHere } from "../../db/here.ts"
import type { Sql } from "../../db/rows.ts"
import { type AttemptRow, attempts } from "../../payments/attempts/table.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { STATEMENT_ACQUIRER } from "../acquirer.ts"
import type { Charge } from "../matching/charge.ts"
import { type Names, plain } from "../matching/sales.ts"
import { isBlankNumber } from "../reading/keys.ts"
import { statementLines } from "../tables.ts"

/** A charge as a statement may name it, with whose it is. `charge` is empty if the acquirer has not said its id. */
export type Candidate = Charge & { account: string; attempt: string; charge: string; payment_intent: string; arn: string | null }

type Row = Pick<AttemptRow, "account" | "reference" | "type" | "created"> & {
  attempt: string
  charge: string
  payment_intent: string
  sold_at: number | null
  amount: number
  status: IntentRow["status"]
  kept: string | null
  capture_method: IntentRow["capture_method"]
  tid: string | null
  nsu: string | null
  authorization_code: string | null
  end_to_end_id: string | null
  arn: string | null
}

/** Each charge that an attempt has, or that its references name: an acquirer may have made two for one sale. */
const COLUMNS = `it.account, it.id AS attempt, it.reference, it.type, it.created, coalesce(named.charge, it.charge, '') AS charge,
  it.payment_intent, coalesce(paid.created, intent.ended_at) AS sold_at, intent.amount, intent.status, intent.charge AS kept, intent.capture_method,
  named.tid, named.nsu, named.authorization_code, named.end_to_end_id, named.arn`
const JOINS = `JOIN payment_intents AS intent ON intent.account = it.account AND intent.id = it.payment_intent
  LEFT JOIN balance_transactions AS paid
    ON paid.account = it.account AND paid.source = it.payment_intent AND paid.type = 'payment' AND paid.part = 0`
const IS_SALE = "it.kind = 'charge' AND it.acquirer = :acquirer AND it.type <> 'boleto'"
const OF = "(:of = '' OR it.account = :of)"

const list = json<readonly string[]>()

/** `:name` is a list of texts. */
const isIn = (k: Sql, column: string, name: string) =>
  isPostgres(k)
    ? `${column} = ANY(ARRAY(SELECT json_array_elements_text(CAST(:${name} AS json))))`
    : `${column} IN (SELECT value FROM json_each(:${name}))`

const byReferences = attempts.statement(
  [{ of: text(), acquirer: text(), tids: list, pix: list, nsus: list, codes: list }],
  (_, p, k) =>
    k.raw<Row>(
      `SELECT ${COLUMNS} FROM (
         SELECT account, attempt, charge FROM charge_references WHERE ${isIn(k, "tid", "tids")}
         UNION SELECT account, attempt, charge FROM charge_references WHERE ${isIn(k, "end_to_end_id", "pix")}
         UNION SELECT account, attempt, charge FROM charge_references
           WHERE ${isIn(k, "nsu", "nsus")} AND ${isIn(k, "upper(authorization_code)", "codes")}
       ) AS found
       JOIN charge_references AS named
         ON named.account = found.account AND named.attempt = found.attempt AND named.charge = found.charge
       JOIN attempts AS it ON it.account = named.account AND it.id = named.attempt ${JOINS}
       WHERE ${IS_SALE} AND ${OF} AND ${isHere(k, "it.account")}`,
      { of: p.of, acquirer: p.acquirer, tids: p.tids, pix: p.pix, nsus: p.nsus, codes: p.codes },
    ),
)
const byOrders = attempts.statement([{ acquirer: text(), accounts: list, orders: list }], (_, p, k) =>
  k.raw<Row>(
    `SELECT ${COLUMNS} FROM attempts AS it
     LEFT JOIN charge_references AS named ON named.account = it.account AND named.attempt = it.id ${JOINS}
     WHERE ${isIn(k, "it.account", "accounts")} AND ${isIn(k, "it.reference", "orders")} AND ${IS_SALE}`,
    { acquirer: p.acquirer, accounts: p.accounts, orders: p.orders },
  ),
)
const byReceived = statementLines.statement([{ of: text(), acquirer: text(), codes: list }], (_, p, k) =>
  k.raw<Row & { received: string }>(
    `SELECT ${COLUMNS}, found.received FROM (
       SELECT DISTINCT account, attempt, charge, received FROM statement_lines
       WHERE ${isIn(k, "received", "codes")} AND attempt IS NOT NULL
     ) AS found
     JOIN attempts AS it ON it.account = found.account AND it.id = found.attempt
     LEFT JOIN charge_references AS named
       ON named.account = found.account AND named.attempt = found.attempt AND named.charge = found.charge ${JOINS}
     WHERE it.acquirer = :acquirer AND coalesce(named.charge, it.charge, '') = found.charge AND ${OF}
     AND ${isHere(k, "it.account")}`,
    { of: p.of, acquirer: p.acquirer, codes: p.codes },
  ),
)
const bySubject = attempts.statement(["account", { attempt: text(), of_charge: text() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT ${COLUMNS} FROM attempts AS it
     LEFT JOIN charge_references AS named ON named.account = it.account AND named.attempt = it.id AND named.charge = :of_charge ${JOINS}
     WHERE it.account = :account AND it.id = :attempt`,
    { account: p.account, attempt: p.attempt, of_charge: p.of_charge },
  ),
)

export type Candidates = {
  charges: Candidate[]
  /** The charges that earlier lines were matched to, by the received code of their sale. */
  received: Map<string, string>
}

/**
 * Finds the charges that lines name. `uploader`: only this account's. Orders are looked for in `accounts`, those that have an establishment of
 * the lines: no other is searched for a text that a merchant may choose.
 */
export async function candidatesOf(
  db: Queries,
  names: readonly Names[],
  { uploader, accounts, establishments }: { uploader: string; accounts: readonly string[]; establishments: EstablishmentsOf },
): Promise<Candidates> {
  const acquirer = STATEMENT_ACQUIRER
  const all = (of: (each: Names) => string[]) => [...new Set(names.flatMap(of).filter((each) => !isBlankNumber(each)))]
  const codes = all(({ received_code }) => [plain(received_code)])
  const [named, ordered, received] = await Promise.all([
    db.all(byReferences, {
      of: uploader,
      acquirer,
      tids: all(({ tid }) => [tid]),
      pix: all(({ end_to_end_id }) => [end_to_end_id]),
      nsus: all(({ nsu }) => [nsu, plain(nsu)]),
      codes: all(({ authorization_code }) => [authorization_code.toUpperCase()]),
    }),
    db.all(byOrders, { acquirer, accounts, orders: all(({ order }) => [order]) }),
    db.all(byReceived, { of: uploader, acquirer, codes }),
  ])
  const charges = new Map([...named, ...ordered, ...received].map((row) => [idOf(row), candidateOf(row, establishments)]))
  return { charges: [...charges.values()], received: new Map(received.map((row) => [row.received, idOf(row)])) }
}

/** The charge of a subject. */
export async function chargeOf(
  db: Queries,
  { account, attempt, charge }: { account: string; attempt: string; charge: string },
): Promise<Candidate | undefined> {
  const row = await db.one(bySubject, { account, attempt, of_charge: charge })
  return row && { ...candidateOf({ ...row, charge }, () => []) }
}

export type EstablishmentsOf = (account: string) => readonly string[]

/** What names a charge among all of an account. It is the subject of its lines. */
export function idOf({ account, attempt, charge }: Pick<Row, "account" | "attempt" | "charge">): string {
  return [account, attempt, charge].join(":")
}

function candidateOf(row: Row, establishments: EstablishmentsOf): Candidate {
  const { account, attempt, charge, payment_intent, reference, type, created, sold_at, amount, status, kept } = row
  const { tid, nsu, authorization_code, end_to_end_id, arn } = row
  // What took no money was never sold: it is of the day on which it was tried.
  const sold = dayOf(status === "succeeded" ? (sold_at ?? created) : created)
  return {
    ...{ account, attempt, charge, payment_intent, id: idOf(row), tid, nsu, authorization_code, end_to_end_id, arn, amount },
    succeeded: status === "succeeded" && charge !== "" && kept === charge,
    method: type === "pix" ? "pix" : "card",
    orders: [reference],
    txid: null,
    establishments: establishments(account),
    authorized_on: row.capture_method === "manual" ? dayOf(created) : sold,
    captured_on: sold,
    parts: [],
  }
}
