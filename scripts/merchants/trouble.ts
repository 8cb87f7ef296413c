import type { Bank, Trouble } from "../../test/support/banks/bank.ts"
import type { Random } from "./random.ts"
import { MAX_DELAY } from "./settle.ts"

const MINUTE = 60
const LOST: Trouble[] = ["lost_before", "lost_after", "lost_after"]
const TROUBLES = {
  authorize: [...LOST, "unavailable", "unknown", "held", "held_after"],
  create_pix: [...LOST, "unavailable", "unknown", "held_after"],
  create_boleto: [...LOST, "unavailable", "unknown", "held_after"],
  verify: ["lost_before", "unavailable", "refused", "held_after"],
  refund: [...LOST, "unavailable", "unknown", "held_after"],
  look_up: ["lost_before", "unknown", "unavailable", "held_after"],
  look_up_refund: ["lost_before", "held_after"],
  holds: ["lost_before", "held_after"],
  finish_challenge: [...LOST, "unavailable", "unknown", "held_after"],
  void_pix: [...LOST, "unavailable", "unknown", "held_after"],
  capture: [...LOST, "unavailable", "unknown", "refused", "held_after"],
  release: [...LOST, "unavailable", "unknown", "held_after"],
} as const satisfies Record<string, readonly Trouble[]>

/** Ends the bank's troubles, and begins others. */
export function makeTrouble(bank: Bank, random: Random): void {
  bank.heal()
  for (const [operation, troubles] of Object.entries(TROUBLES)) {
    if (random.chance(0.2)) bank.set(operation as keyof typeof TROUBLES, random.pick<Trouble>(troubles))
  }
  for (const kind of ["sales", "refunds"] as const) bank.delay(kind, random.pick([0, MINUTE, 10 * MINUTE, MAX_DELAY]))
  // A capture that look-ups do not show for 15 minutes was not made, so merchants may order another one.
  bank.delay("captures", random.pick([0, MINUTE, 10 * MINUTE]))
}
