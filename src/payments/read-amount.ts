const GROUPED = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$|^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/
const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/

/** Reads an amount as people type it, `1.234,56`, `1,234.56`, `49,90`, `49.9` or `R$ 49`, in cents. Undefined where it is none. */
export function readAmount(text: string): number | undefined {
  const bare = text.replace(/^(R\$|BRL|US\$|USD|\$|€)/i, "").replace(/\s/g, "")
  const grouped = GROUPED.exec(bare)
  const plain = PLAIN.exec(bare)
  const [whole, decimals] = grouped ? [grouped[1] ?? grouped[3], grouped[2] ?? grouped[4]] : [plain?.[1], plain?.[2]]
  if (whole === undefined) return undefined
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number((decimals ?? "").padEnd(2, "0"))
  return Number.isSafeInteger(cents) ? cents : undefined
}
