// Shares of whole cents.

/**
 * `value × part ÷ whole` in whole cents, rounded half up. All are whole numbers that are not negative. The product may be larger than a
 * number can hold exactly.
 */
export function rounded(value: number, part: number, whole: number): number {
  return Number((2n * BigInt(value) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/** Splits an amount into `count` equal parts. The first has the remainder too. */
export function split(amount: number, count: number): number[] {
  const each = Math.floor(amount / count)
  return Array.from({ length: count }, (_, index) => (index === 0 ? amount - each * (count - 1) : each))
}
