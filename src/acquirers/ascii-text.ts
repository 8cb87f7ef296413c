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

/**
 * A text in printable ASCII, at most `length` characters long. Letters lose their accents, and `gap` stands for all other characters.
 * `refused` are the characters that the reader does not take. Empty if nothing is left.
 */
export function asciiText(text: string, length: number, { refused = /[^\x20-\x7e]+/g, gap = " " } = {}): string {
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
