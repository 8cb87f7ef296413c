import type { Format } from "ajv"
import { DateTime } from "luxon"

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** The formats of the contract. */
export const FORMATS: Record<string, Format> = {
  date: (text: string) => DAY.test(text) && DateTime.fromISO(text, { zone: "utc" }).isValid,
  "date-time": (text: string) => TIME.test(text) && DateTime.fromISO(text).isValid,
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  int32: { type: "number", validate: (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31 },
  int64: { type: "number", validate: (value: number) => Number.isSafeInteger(value) },
}
