// The sums that a file must keep. Those of the trailer refuse the file; those of a line are reported with it.
import type { Field } from "../layout/field.ts"
import { ACQUIRER, FILE_TYPES, HEADER, type Header, type Trailer, VERSION } from "../layout/frame.ts"
import { LAYOUT, type RecordType } from "../layout/layout.ts"
import type { Problem, RecordItem } from "./items.ts"

/** The records whose gross and net the trailer adds up, by file type. In a 15, it has what was ceded and what is under lien. */
const ADDED_UP: Readonly<Record<string, RecordType | undefined>> = { "03": "E", "04": "D", "09": "D", "16": "8" }

export function problemAt(
  line: number,
  type: RecordType,
  field: string,
  what: Pick<Problem, "expected" | "found" | "refuses">,
): Problem {
  const fields: Readonly<Record<string, Field>> = LAYOUT[type].fields
  return { type: "problem", line, column: fields[field]?.[0] ?? 1, ...what }
}

/** `text` is the header itself. */
export function headerProblems(line: number, header: Header, text: string): Problem[] {
  const types = FILE_TYPES.join(", ")
  const refusals: [keyof Header, boolean, string][] = [
    ["acquirer", header.acquirer === ACQUIRER, ACQUIRER],
    ["file_type", FILE_TYPES.some((type) => type === header.file_type), `a file type that is read: ${types}`],
    ["version", header.version === VERSION, `version ${VERSION} of the layout`],
    ["processed_on", header.processed_on !== null, "a date"],
    ["period_from", header.period_from !== null, "a date"],
    [
      "period_to",
      header.period_to !== null && header.period_to >= (header.period_from ?? 0),
      "a date that is not before the period",
    ],
  ]
  return refusals.flatMap(([field, holds, expected]) => {
    const [from, to] = HEADER.fields[field]
    return holds
      ? []
      : [problemAt(line, "0", field, { expected: `${field}: ${expected}`, found: text.slice(from - 1, to), refuses: true })]
  })
}

/** The sums within one line. */
export function lineProblems(item: RecordItem): Problem[] {
  const { line } = item
  const net = (type: RecordType, rule: string, expected: number, found: number) =>
    expected === found
      ? []
      : [problemAt(line, type, "net", { expected: `net: ${rule} = ${expected} cents`, found: `${found}`, refuses: false })]
  switch (item.type) {
    case "E":
      return net("E", "gross + commission", item.fields.gross + item.fields.commission, item.fields.net)
    case "D": {
      const { gross, fee } = item.fields
      return net("D", "gross less fee, without signs,", Math.abs(gross) - Math.abs(fee), Math.abs(item.fields.net))
    }
    case "8":
      return net("8", "gross less fee", item.fields.gross - Math.abs(item.fields.fee), item.fields.net)
    case "B": {
      const { gross, discount } = item.fields
      return discount === null ? [] : net("B", "gross less discount", gross - Math.abs(discount), item.fields.net)
    }
    default:
      return []
  }
}

/** Adds up the records of a file. Sums are bigint, as a damaged line may have any thirteen digits. */
export class Sums {
  readonly #sums = new Map<RecordType, { gross: bigint; net: bigint }>()
  #entries = 0

  /** Counts a record E, also one that can't be read. */
  count(type: string): void {
    if (type === "E") this.#entries++
  }

  add(item: RecordItem): void {
    if (!("net" in item.fields && "gross" in item.fields) || item.type === "9") return
    const { gross, net } = item.fields
    const before = this.#of(item.type)
    this.#sums.set(item.type, { gross: before.gross + BigInt(gross), net: before.net + BigInt(net) })
  }

  #of(type: RecordType) {
    return this.#sums.get(type) ?? { gross: 0n, net: 0n }
  }

  /** `records` are the lines between header and trailer. */
  problems(fileType: string, records: number, line: number, trailer: Trailer): Problem[] {
    const type = ADDED_UP[fileType]
    const { gross, net } = type ? this.#of(type) : { gross: 0n, net: 0n }
    const rules: [keyof Trailer, bigint, bigint][] = [
      ["records", BigInt(records), BigInt(trailer.records)],
      ["entries", BigInt(this.#entries), BigInt(trailer.entries)],
      ["gross", gross, BigInt(trailer.gross)],
      ["net", net, BigInt(trailer.net)],
    ]
    if (fileType === "15") rules.push(["lien", this.#of("A").net, BigInt(trailer.ceded ?? 0) + BigInt(trailer.lien ?? 0)])
    return rules.flatMap(([field, expected, found]) =>
      expected === found
        ? []
        : [problemAt(line, "9", field, { expected: `${NAMES[field] ?? field} ${expected}`, found: `${found}`, refuses: true })],
    )
  }
}

const NAMES: Partial<Record<keyof Trailer, string>> = {
  records: "records without header and trailer:",
  entries: "records E:",
  gross: "gross of the records, in cents:",
  net: "net of the records, in cents:",
  lien: "ceded and under lien together, the net of the negotiations, in cents:",
}
