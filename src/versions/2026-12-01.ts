import type { Undo } from "./undo.ts"

/** So far, 2026-12-01 only adds. */
export const UNDO_2026_12_01: Undo = {}
