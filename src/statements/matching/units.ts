// Whether the entries (E) of a settlement file add up to its units (D). Which comes first in a file is not known, so both are added up to its end.
import type { Entry } from "../layout/entry.ts"
import type { Unit } from "../layout/unit.ts"

type Sums = { entries: number; gross: number; net: number }

/** Units of one key and entry type whose entries don't add up to them: attention `payout_unmatched`. */
export type Unmatched = { unit_key: string; entry_type: string; units: Sums; entries: Sums }

/** Adds up one file of type 04. Memory grows with its units, of which a day has few. */
export class UnitSums {
  readonly #sums = new Map<string, Unmatched>()

  addUnit({ unit_key, entry_type, entries, gross, net }: Unit): void {
    add(this.#of(unit_key, entry_type).units, { entries, gross, net })
  }

  addEntry({ unit_key, entry_type, gross, net }: Entry): void {
    add(this.#of(unit_key, entry_type).entries, { entries: 1, gross, net })
  }

  unmatched(): Unmatched[] {
    return [...this.#sums.values()].filter(
      ({ units, entries }) => units.entries !== entries.entries || units.gross !== entries.gross || units.net !== entries.net,
    )
  }

  #of(unit_key: string, entry_type: string): Unmatched {
    const key = `${unit_key}|${entry_type}`
    const none = () => ({ entries: 0, gross: 0, net: 0 })
    const sums = this.#sums.get(key) ?? { unit_key, entry_type, units: none(), entries: none() }
    this.#sums.set(key, sums)
    return sums
  }
}

function add(to: Sums, { entries, gross, net }: Sums): void {
  to.entries += entries
  to.gross += gross
  to.net += net
}
