import { InvalidArgumentError } from "commander"

/** Reads how many items of a list are wanted. */
export function readLimit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("Must be a whole number from 1 to 9999999.")
  return Number(text)
}
