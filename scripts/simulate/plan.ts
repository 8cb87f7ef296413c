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
] as const
export type WorldName = (typeof WORLD_NAMES)[number]

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
