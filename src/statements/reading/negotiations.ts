// Which B and C belong to which A, and whether they add up to it. Only the order of the lines says so.

import { problemAt } from "./checks.ts"
import type { ItemOf, Problem } from "./items.ts"

type Open = {
  line: number
  key: string
  gross: number
  net: number
  units: number
  deposits: number
  sums: { gross: number; net: number; paid: number }
}

export class Negotiations {
  #open: Open | undefined

  /** The negotiation that a B or C belongs to, and its place among them. Undefined if no A is above it. */
  placeOf(type: "B" | "C"): { negotiation: string; within: number } | undefined {
    const open = this.#open
    if (!open) return undefined
    return { negotiation: open.key, within: type === "B" ? open.units++ : open.deposits++ }
  }

  /** Begins a negotiation. Returns what the one before it doesn't add up to. */
  begin({ line, key, fields: { gross, net } }: Pick<ItemOf<"A">, "line" | "key" | "fields">): Problem[] {
    const problems = this.end()
    this.#open = { line, key, gross, net, units: 0, deposits: 0, sums: { gross: 0, net: 0, paid: 0 } }
    return problems
  }

  add(item: ItemOf<"B"> | ItemOf<"C">): void {
    if (!this.#open) return
    const { sums } = this.#open
    if (item.type === "C") sums.paid += item.fields.deposited
    else {
      sums.gross += item.fields.gross
      sums.net += item.fields.net
    }
  }

  /** Ends the open negotiation, as another A or another record does. */
  end(): Problem[] {
    const open = this.#open
    if (!open) return []
    this.#open = undefined
    const { line, gross, net, sums } = open
    const rules: ["gross" | "net", string, number, number][] = [
      ["gross", "the gross of its B", sums.gross, gross],
      ["net", "the net of its B", sums.net, net],
      ["net", "what its C deposit", sums.paid, net],
    ]
    return rules.flatMap(([field, name, expected, found]) =>
      expected === found
        ? []
        : [problemAt(line, "A", field, { expected: `${field}: ${name}, ${expected} cents`, found: `${found}`, refuses: false })],
    )
  }
}
