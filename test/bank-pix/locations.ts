import { letters } from "./ids.ts"

/** An address that serves a charge or a mandate to payers' banks, without scheme. */
export type Location = { id: number; location: string; created: number }

export function createLocations(now: () => number) {
  let count = 100
  return (folder = "qr/v2"): Location => ({
    id: ++count,
    location: `pix.simulated-bank.example/${folder}/${letters(32).toLowerCase()}`,
    created: now(),
  })
}
