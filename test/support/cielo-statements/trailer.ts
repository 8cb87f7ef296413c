import { cut, write } from "./columns.ts"
import { ENTRY } from "./entry-record.ts"
import { NEGOTIATION, PIX, TRAILER, UNIT } from "./records.ts"
import type { FileType } from "./types.ts"

/** Which record's sums the trailer of a file has. */
const SUMMED = { "03": ENTRY, "04": UNIT, "09": UNIT, "15": NEGOTIATION, "16": PIX } as const

/** Adds up a file's lines as they are written, so that no file has to be in memory. Amounts are cents. */
export function sumsOf(type: FileType) {
  const summed = SUMMED[type]
  let [records, entries, gross, net] = [0, 0, 0, 0]
  return {
    add(line: string): void {
      records++
      if (line.startsWith(ENTRY.type)) entries++
      if (!line.startsWith(summed.type)) return
      const fields = cut(summed as typeof UNIT, line)
      gross += Number(fields.gross)
      net += Number(fields.net)
    },
    /** The line 9. In file 15 the lien's net is that of all negotiations. */
    trailer(): string {
      if (type === "15") return write(TRAILER, { records, lien: net })
      return write(TRAILER, { records, entries, gross, net })
    },
    sums: () => ({ records, entries, gross, net }),
  }
}
