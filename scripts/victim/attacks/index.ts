import type { Attack } from "../attack.ts"
import { longAdvance, queuedAdvances, waitingRequests } from "./clock.ts"
import { manyQrCodes, oneQrCode } from "./drawing.ts"
import { fanOut } from "./fan-out.ts"
import { guessingKeys } from "./guessing-keys.ts"
import { longEmail, longHeader, longQuery } from "./long-texts.ts"
import { notReading } from "./not-reading.ts"

/** Every attack of the script, in order. */
export const ATTACKS: readonly Attack[] = [
  fanOut,
  notReading,
  guessingKeys,
  longHeader,
  longQuery,
  longEmail,
  queuedAdvances,
  longAdvance,
  waitingRequests,
  oneQrCode,
  manyQrCodes,
]
