import { asciiText } from "../ascii-text.ts"

const MAX_HOLDER = 25

/** The name on a card. Cielo accepts letters only. Uses the first name that has a letter left. */
export function holderName(...names: (string | null)[]): string {
  return names.map((name) => asciiText(name ?? "", MAX_HOLDER, { refused: /[^A-Za-z ]+/g })).find(Boolean) ?? "NAO INFORMADO"
}
