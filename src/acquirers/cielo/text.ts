/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Record<string, string> = {
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  Ø: "O",
  ø: "o",
  ß: "ss",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
}

const MAX_DESCRIPTOR = 13
const MAX_HOLDER = 25

/** A text in printable ASCII, at most `length` characters long. Empty if nothing can be written in ASCII. */
export function asciiText(text: string, length: number): string {
  return shortened(text, /[^\x20-\x7e]+/g, length)
}

/** The text on the payer's card statement: letters and digits. Undefined if none are left. */
export function softDescriptor(text: string | null): string | undefined {
  return shortened(text ?? "", /[^A-Za-z0-9]+/g, MAX_DESCRIPTOR, "") || undefined
}

/** The name on a card. Cielo accepts letters only. Uses the first name that has a letter left. */
export function holderName(...names: (string | null)[]): string {
  return names.map((name) => shortened(name ?? "", /[^A-Za-z ]+/g, MAX_HOLDER)).find(Boolean) ?? "NAO INFORMADO"
}

function shortened(text: string, refused: RegExp, length: number, gap = " "): string {
  return text
    .replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(refused, gap)
    .replace(/ +/g, " ")
    .trim()
    .slice(0, length)
    .trim()
}
