import { termOfWhole, termsOf, wholeText, wordsIn } from "../../base/search-terms.ts"
import type { IntentRow } from "./table.ts"

type Searched = Pick<IntentRow, "description" | "metadata">

/** The terms by which a payment is found: most payments have none. Neither text changes after the payment is created. */
export function termsOfIntent({ description, metadata }: Searched): string[] {
  const values = Object.values(metadata).flatMap((value) => wholeText(value) ?? [])
  const words = description === null ? [] : termsOf("description", wordsIn(description))
  return [...words, ...new Set(values.map(termOfWhole))]
}
