import type { WorldName } from "./plan.ts"

/** `world`: where the bug shows. */
export type Planted = { name: string; world: WorldName; file: string; right: string; wrong: string }

export const inWorld = (world: WorldName, bugs: Omit<Planted, "world">[]): Planted[] => bugs.map((bug) => ({ ...bug, world }))
