// Who tells of chargebacks, and how much of a charge each of them says is charged back.
import type { DisputeStatus } from "./state.ts"

/**
 * A source of chargebacks: it says how much of a charge is charged back in all. Another source is one more name here, and compares its own total by
 * `countedOf` (store.ts).
 */
export type Source = "look_up" | "statement"

/**
 * What sources show of a dispute, in cents. A source that is left out shows nothing of it. `id` is the acquirer's own of the dispute, if its look-up
 * tells each by itself.
 */
export type Shown = Partial<Record<Source, number>> & { id?: string }

/** Of a dispute of the version before, it is not known what sources showed: all of it. */
type Booked = { id: string; amount: number; status: DisputeStatus; shown: Shown | null }

/**
 * Compares a source's total with the disputes of the charge, oldest first. `counted` is what is booked, and what the source still shows of
 * disputes that were won: their money came back, so that part does not count again. What a source showed of them falls with its total. `shown`
 * has what it shows of each dispute now. All in cents.
 */
export function compareTotal(
  total: number,
  disputes: readonly Booked[],
  source: Source,
): { counted: number; shown: Map<string, number> } {
  const isWon = ({ status }: Booked) => status === "won"
  const shown = new Map<string, number>()
  let counted = 0
  for (const dispute of [...disputes.filter((each) => !isWon(each)), ...disputes.filter(isWon)]) {
    const most = isWon(dispute) ? shownOf(dispute, source) : dispute.amount
    const part = Math.max(0, Math.min(most, total - counted))
    shown.set(dispute.id, part)
    counted += isWon(dispute) ? part : most
  }
  return { counted, shown }
}

/** How much of a dispute a source shows, in cents. */
export function shownOf({ amount, shown }: Booked, source: Source): number {
  return shown === null ? amount : (shown[source] ?? 0)
}
