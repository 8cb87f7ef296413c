// How acquirers name charges in their statements, and to banks and cardholders.
import { addTerms, type Found } from "../../accounts/search-terms.ts"
import { REFERENCE_NAMES as NAMES, type References } from "../../acquirers/references.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { termOfWhole, wholeText } from "../../base/search-terms.ts"
import { id, text } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { pick } from "../../db/rows.ts"
import { table } from "../../db/table.ts"
import type { AttemptRow } from "./table.ts"

/** The references of each charge that an acquirer made for a sale, also of those that the payment does not keep. */
export const chargeReferences = table(
  "charge_references",
  {
    account: id(),
    attempt: id(),
    /** The acquirer's own id. */
    charge: text(),
    tid: text().nullable(),
    nsu: text().nullable(),
    authorization_code: text().nullable(),
    end_to_end_id: text().nullable(),
    our_number: text().nullable(),
    /** The card network's number of the sale, as a statement says it. */
    arn: text().nullable(),
  },
  { of: "account", key: ["account", "attempt", "charge"], references: { attempt: "attempts" } },
)

const KEY = ["account", "attempt", "charge"] as const

/** A later answer may leave out what an earlier one had. */
const keepRow = chargeReferences.statement([...KEY, ...NAMES], (rows, p, k) =>
  rows
    .insert(pick(p, [...KEY, ...NAMES]))
    .onConflict(KEY)
    .merge(Object.fromEntries(NAMES.map((name) => [name, k.raw(`coalesce(excluded.${name}, charge_references.${name})`)]))),
)

const putArn = chargeReferences.statement([...KEY, "arn"], (rows, p) =>
  rows
    .insert(pick(p, [...KEY, "arn"]))
    .onConflict(KEY)
    .merge(["arn"]),
)

/** Keeps the card network's number of a charge. */
export function keepArn(tx: Transaction, { account, attempt, charge }: Charge, arn: string): void {
  tx.send(putArn, { account, attempt, charge, arn })
}

type Charge = { account: string; attempt: string; charge: string }

/** Keeps what an outcome says of its charges, and lets the payment be found by it. */
export function keepReferences(tx: Transaction, attempt: AttemptRow, payment: Found, outcome: SaleOutcome): void {
  const { account, id } = attempt
  const named = chargesIn(outcome)
  for (const { charge, references } of named) tx.send(keepRow, { account, attempt: id, charge, ...references })
  addTerms(tx, payment, new Set(named.flatMap(({ references }) => referencesIn(references).map(termOfWhole))))
}

type Named = { charge: string; references: References }

function chargesIn(outcome: SaleOutcome): Named[] {
  if (!("charge" in outcome)) return []
  const duplicates = outcome.result === "approved" ? (outcome.duplicates ?? []) : []
  return [outcome, ...duplicates].flatMap(({ charge, references }) =>
    charge !== null && references ? [{ charge, references }] : [],
  )
}

/** The references as they are searched for, each as a whole. */
export function referencesIn(references: References): string[] {
  return NAMES.flatMap((name) => wholeText(references[name] ?? "") ?? [])
}
