import { asciiText } from "./ascii-text.ts"

export const MAX_LENGTH = 13

/**
 * What a card statement shows of a payment's `statement_descriptor`: its first 13 letters and digits, without accents. Undefined if
 * nothing is left. The statement then shows the name that the acquirer knows the merchant by.
 */
export function statementText(descriptor: string | null): string | undefined {
  return asciiText(descriptor ?? "", MAX_LENGTH, { refused: /[^A-Za-z0-9]+/g, gap: "" }) || undefined
}
