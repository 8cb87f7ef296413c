/** Latin letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Record<string, string> = {
  ...{ Æ: "AE", æ: "ae", Œ: "OE", œ: "oe", ẞ: "SS", ß: "ss", Þ: "TH", þ: "th", Ð: "D", ð: "d", Đ: "D", đ: "d" },
  ...{ Ø: "O", ø: "o", Ł: "L", ł: "l", Ħ: "H", ħ: "h", Ŧ: "T", ŧ: "t", Ŀ: "L", ŀ: "l", Ŋ: "NG", ŋ: "ng", ı: "i", ȷ: "j", ĸ: "q" },
  ...{
    Ɓ: "B",
    ɓ: "b",
    Ɗ: "D",
    ɗ: "d",
    Ƙ: "K",
    ƙ: "k",
    Ƴ: "Y",
    ƴ: "y",
    Ɖ: "D",
    ɖ: "d",
    Ƒ: "F",
    ƒ: "f",
    Ɠ: "G",
    ɠ: "g",
    Ǥ: "G",
    ǥ: "g",
  },
  ...{ Ɨ: "I", ɨ: "i", Ɫ: "L", ɫ: "l", Ɲ: "N", ɲ: "n", Ɵ: "O", ɵ: "o", Ƥ: "P", ƥ: "p", Ɽ: "R", ɽ: "r", Ʈ: "T", ʈ: "t" },
  ...{ Ʉ: "U", ʉ: "u", Ʋ: "V", ʋ: "v", Ƶ: "Z", ƶ: "z", Ə: "E", ə: "e", Ǝ: "E", ǝ: "e", Ɛ: "E", ɛ: "e", Ɔ: "O", ɔ: "o" },
}

/**
 * Writes a text in the letters of ASCII as far as it is Latin: `Łukasz` as `Lukasz`, `São` as `Sao`, `Æ` as `AE`. Characters that are no
 * Latin letters stay. The caller decides what stands for them.
 */
export function plainLetters(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? letter)
}

/**
 * A text without case and marks, the same in each process and for each database. Lower case is that of Unicode, and no language's own. A
 * sigma has two lower-case forms.
 */
export function foldedText(text: string): string {
  return plainLetters(text).toLowerCase().replaceAll("ς", "σ")
}
