// Files that Cielo's documents don't allow, and files from which something is missing.
import { cut, type RecordType } from "./columns.ts"
import { ENTRY } from "./entry-record.ts"
import type { StatementFile } from "./file.ts"
import { HEADER, NEGOTIATED, NEGOTIATION, PIX, RECEIVING_ACCOUNT, RESERVE, TRAILER, UNIT } from "./records.ts"
import { sumsOf } from "./trailer.ts"

const ALL = [HEADER, TRAILER, UNIT, RESERVE, NEGOTIATION, NEGOTIATED, RECEIVING_ACCOUNT, PIX, ENTRY] as const
type Record = (typeof ALL)[number]

/** Chooses lines: by record type, or by what is in a line. */
export type Which = string | ((line: string) => boolean)

/** Loses the first line that is chosen. The trailer still counts it, unless the file is mended. Throws RangeError where there is none. */
export function lose(file: StatementFile, which: Which): StatementFile {
  const at = indexOf(file, which)
  return { ...file, lines: file.lines.toSpliced(at, 1) }
}

/** Puts a line before the trailer, such as one of another merchant. The trailer doesn't count it, unless the file is mended. */
export function insert(file: StatementFile, ...lines: string[]): StatementFile {
  return { ...file, lines: file.lines.toSpliced(-1, 0, ...lines) }
}

/** Repeats the first line that is chosen, right after it. */
export function double(file: StatementFile, which: Which): StatementFile {
  const at = indexOf(file, which)
  return { ...file, lines: file.lines.toSpliced(at, 0, file.lines[at] as string) }
}

/** A file that ends too early: the last lines are missing, by default the trailer alone. */
export function cutShort(file: StatementFile, lines = 1): StatementFile {
  return { ...file, lines: file.lines.slice(0, -lines) }
}

/**
 * Overwrites a field of the first line that is chosen. The trailer is left as it is, unless the file is mended. Throws RangeError where the
 * text is not as long as the field.
 */
export function overwrite<R extends Record>(
  file: StatementFile,
  which: Which,
  [kind, field]: [R, keyof R["fields"] & string],
  text: string,
): StatementFile {
  const at = indexOf(file, which)
  const { from, to } = (kind.fields as RecordType<{ [name: string]: { from: number; to: number } }>["fields"])[field] as {
    from: number
    to: number
  }
  if (text.length !== to - from + 1)
    throw new RangeError(`${kind.type}.${field} has ${to - from + 1} characters, not ${text.length}`)
  const line = file.lines[at] as string
  return { ...file, lines: file.lines.with(at, line.slice(0, from - 1) + text + line.slice(to)) }
}

/** Makes the trailer agree with the lines that there are. */
export function mend(file: StatementFile): StatementFile {
  const sums = sumsOf(file.header.type)
  const body = file.lines.filter((line) => !/^[09]/.test(line))
  for (const line of body) sums.add(line)
  return { ...file, lines: [file.lines[0] as string, ...body, sums.trailer()] }
}

/** The fields of the lines of a record, as texts. */
export function fieldsOf<R extends Record>(
  file: Pick<StatementFile, "lines">,
  kind: R,
): { [Name in keyof R["fields"]]: string }[] {
  const lines = file.lines.filter((line) => line.startsWith(kind.type))
  return lines.map((line) => cut(kind as RecordType<never>, line) as { [Name in keyof R["fields"]]: string })
}

function indexOf({ lines }: StatementFile, which: Which): number {
  const at = lines.findIndex((line) => (typeof which === "string" ? line.startsWith(which) : which(line)))
  if (at < 0) throw new RangeError(`the file has no such line: ${which}`)
  return at
}
