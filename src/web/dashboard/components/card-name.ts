/** A card as people know it: its brand and its last four digits. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`
}
