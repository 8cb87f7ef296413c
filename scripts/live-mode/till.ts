// Where payers are authenticated, and what is known of them besides what the service says.
import type { MpiControl } from "../../test/cielo/mpi/client.ts"
import type { Json } from "../../test/support/app/client.ts"

/** What a merchant and a payer wanted of a payment. */
export type Wanted = {
  request: "automatic" | "any" | "never"
  funding: "credit" | "debit"
  /** Whether the payer is there. */
  isPresent: boolean
}

/** What is known of the payments, besides what the service says. */
export type Notes = {
  wanted: Map<string, Wanted>
  /** The challenges that payers were shown, by their TransactionIds. */
  asked: Set<string>
  /** The payments whose payers have only given up on the page. */
  left: Set<string>
  /** How the page has told a payer that the payment ended. */
  told: { intent: string; state: string }[]
  /** From when on the merchant knows that a saved card was detached: Unix seconds, by payment. */
  detached: Map<string, number>
}

/** Where payers are authenticated. */
export type Till = {
  /** Sends once what the script of a page sends. Undefined if there was no response. */
  send(url: string, step: string, body: object): Promise<Json | undefined>
  /** What a page says of its payment. Undefined if there was no response. */
  status(url: string): Promise<Json | undefined>
  /** The payers' bank, and what goes wrong at the MPI. */
  mpi: Pick<MpiControl, "answerChallenge" | "addFaults">
  notes: Notes
}

export function newNotes(): Notes {
  return { wanted: new Map(), asked: new Set(), left: new Set(), told: [], detached: new Map() }
}
