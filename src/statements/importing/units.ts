// The receivable units (D) of one settlement file: what its entries need of them, and whether both add up.
import { hash } from "node:crypto"
import type { Entry } from "../layout/entry.ts"
import type { NegotiatedUnit } from "../layout/negotiation.ts"
import type { Unit } from "../layout/unit.ts"
import { UnitSums, type Unmatched } from "../matching/units.ts"
import { isBlankNumber } from "../reading/keys.ts"

type Named = Pick<Unit, "unit_key" | "entry_type">

/** A file of type 04 says in D when it pays, and in E what. A day has few units. */
export class Units {
  readonly #days = new Map<string, Set<number | null>>()
  readonly #sums = new UnitSums()
  readonly #establishments = new Map<string, string>()

  addUnit(unit: Unit): void {
    this.#sums.addUnit(unit)
    const name = nameOf(unit)
    this.#days.set(name, (this.#days.get(name) ?? new Set()).add(unit.payment_date))
    this.#establishments.set(name, unit.establishment)
  }

  addEntry(entry: Entry): void {
    this.#sums.addEntry(entry)
    if (!this.#establishments.has(nameOf(entry))) this.#establishments.set(nameOf(entry), entry.establishment)
  }

  /** When the unit of an entry is paid. Null if no unit says it, or if several say different days. */
  paidOn(entry: Named): number | null {
    const days = [...(this.#days.get(nameOf(entry)) ?? [])]
    return days.length === 1 ? (days[0] ?? null) : null
  }

  /** What a D and its E have in common, in any file. */
  digestOf(named: Named, file_type: string): string | null {
    if (file_type !== "04" || isBlankNumber(named.unit_key)) return null
    return hash("sha256", nameOf(named), "base64url")
  }

  /** Units whose entries don't add up to them, each with its establishment. */
  unmatched(): (Unmatched & { establishment: string })[] {
    return this.#sums.unmatched().map((each) => ({ ...each, establishment: this.#establishments.get(nameOf(each)) ?? "" }))
  }
}

/** What a negotiated unit (B) and the D of the day on which it was due have in common. */
export function digestOfNegotiated(
  unit: Pick<NegotiatedUnit, "original_due_on" | "brand" | "settlement_type" | "establishment">,
): string {
  const { original_due_on, brand, settlement_type, establishment } = unit
  return hash("sha256", ["B", original_due_on, brand, settlement_type, establishment].join("|"), "base64url")
}

function nameOf({ unit_key, entry_type }: Named): string {
  return `${unit_key}|${entry_type}`
}
