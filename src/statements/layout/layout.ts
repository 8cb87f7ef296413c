// The table of each record type. The first column of a line names its type.
import { ENTRY } from "./entry.ts"
import type { RecordOf } from "./field.ts"
import { HEADER, TRAILER } from "./frame.ts"
import { NEGOTIATED_UNIT, NEGOTIATION, NEGOTIATION_DEPOSIT } from "./negotiation.ts"
import { PIX } from "./pix.ts"
import { RESERVE, UNIT } from "./unit.ts"

export const LAYOUT = {
  "0": HEADER,
  D: UNIT,
  E: ENTRY,
  R: RESERVE,
  "8": PIX,
  A: NEGOTIATION,
  B: NEGOTIATED_UNIT,
  C: NEGOTIATION_DEPOSIT,
  "9": TRAILER,
} as const

export type RecordType = keyof typeof LAYOUT
export type Fields<T extends RecordType> = RecordOf<(typeof LAYOUT)[T]>

export function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(LAYOUT, type)
}
