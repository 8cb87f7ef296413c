import type { Only, Owner } from "./machine.ts"
import type { ReachedAcquirers } from "./process.ts"
import type { World } from "./world.ts"

/** docs/testing.md describes each world. All are played if none is named. */
export const WORLD_NAMES = [
  "bank",
  "cielo",
  "late",
  "chargebacks",
  "disputes",
  "portal",
  "captures",
  "parts",
  "amounts",
  "silence",
  "statements",
  "cases",
  "threeds",
  "pix",
  "mandates",
] as const
export type WorldName = (typeof WORLD_NAMES)[number]

/** How many hours each seed of a world has for itself, from its beginning on. Files of statements are written for days after the payers have ended. */
const HOURS_OF_A_SEED = 120
const LONG: Partial<Record<WorldName, number>> = { statements: 216, cases: 216, pix: 144, mandates: 900 }

export function hoursOfASeed(world: WorldName): number {
  return LONG[world] ?? HOURS_OF_A_SEED
}

/** A seed in a world. */
export type Plan = { world: WorldName; seed: number; hours: number; only: Only }

/** The acquirer of a world, and what happens in that world. */
export type Stage = {
  acquirersOf(owner: Owner): ReachedAcquirers
  play(world: World): Promise<void>
  close(): void
}

export function isWorldName(name: string): name is WorldName {
  return WORLD_NAMES.some((each) => each === name)
}
