/**
 * Returns a text with its letters A to Z in lower case. Every other character stays. Beyond ASCII, two different addresses can have the
 * same lower case: that of the Kelvin sign is k. So identities are compared in this form.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
