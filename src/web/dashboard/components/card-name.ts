/** A card as people know it: its brand and its last four digits. `kind` stands between them: as what it was charged, if not as usual. */
export function cardName({ brand, last4 }: { brand: string; last4: string }, kind?: string): string {
  const name = `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`
  return `${kind ? `${name} ${kind}` : name} •••• ${last4}`
}
