// An operator who reports chargebacks, answers them, and says what the card network has decided.
import type { Database } from "../../src/db/database.ts"
import type { Reported } from "../../src/payments/disputes/disputes.ts"
import { findDispute } from "../../src/payments/disputes/store.ts"
import type { DisputeRow } from "../../src/payments/disputes/table.ts"

export type Decision = "accept" | "refuse" | "win" | "lose"

/** The commands about disputes. Undefined or false: it was not carried out. */
export type DisputeHand = {
  open(account: string, intent: string, reported: Reported): Promise<Pick<DisputeRow, "id"> | undefined>
  decide(account: string, dispute: string, decision: Decision): Promise<boolean>
}

/** What was done with a dispute, in order. `again`: its case was opened once more. */
export type Done = Decision | "open" | "again"

/** The same of one merchant. */
export type OwnDisputes = {
  open(intent: string, reported: Reported): Promise<string | undefined>
  decide(dispute: string, decision: Decision): Promise<boolean>
  isShown(dispute: string): Promise<boolean>
}

export type DisputeDesk = {
  /** Returns the dispute's id, or undefined if the payment has no money to dispute. */
  open(account: string, intent: string, reported: Reported): Promise<string | undefined>
  decide(account: string, dispute: string, decision: Decision): Promise<boolean>
  /** Whether the acquirer has shown what the card network took. */
  isShown(account: string, dispute: string): Promise<boolean>
  /** What was done with each dispute that a person has reported. */
  done: ReadonlyMap<string, readonly Done[]>
}

export function openDisputeDesk(hand: DisputeHand, database: Database): DisputeDesk {
  const done = new Map<string, Done[]>()
  const note = (id: string, what: Done) => done.set(id, [...(done.get(id) ?? []), what])
  return {
    done,
    isShown: async (account, id) => ((await findDispute(database, account, id))?.shown?.look_up ?? 0) > 0,
    open: async (account, intent, reported) => {
      const opened = await hand.open(account, intent, reported)
      if (opened) note(opened.id, reported.again === undefined ? "open" : "again")
      return opened?.id
    },
    decide: async (account, dispute, decision) => {
      const isDone = await hand.decide(account, dispute, decision)
      if (isDone) note(dispute, decision)
      return isDone
    },
  }
}

export function disputesAt(desk: DisputeDesk, account: string): OwnDisputes {
  return {
    open: (intent, reported) => desk.open(account, intent, reported),
    decide: (dispute, decision) => desk.decide(account, dispute, decision),
    isShown: (dispute) => desk.isShown(account, dispute),
  }
}
