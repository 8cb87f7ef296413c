import type { Change } from "../planted/bug.ts"
import type { WorldName } from "./plan.ts"

/** `world`: where the bug shows. */
export type Planted = Change & { world: WorldName }

export const inWorld = (world: WorldName, bugs: Omit<Planted, "world">[]): Planted[] => bugs.map((bug) => ({ ...bug, world }))
