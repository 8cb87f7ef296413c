// Reads a file of Cielo's Extrato Eletrônico v15, line by line.
import { createHash, type Hash } from "node:crypto"
import { maskCardNumbers } from "../../base/card-numbers.ts"
import type { Header, Trailer } from "../layout/frame.ts"
import { isRecordType, LAYOUT, type RecordType } from "../layout/layout.ts"
import { headerProblems, lineProblems, Sums } from "./checks.ts"
import { cut, withoutSecrets } from "./cut.ts"
import type { Item, Problem, RecordItem } from "./items.ts"
import { type KeyedBy, keyOf, newNegotiatedTwice, newRepeats, textKey } from "./keys.ts"
import { linesOf, MAX_LINE, type TextLine } from "./lines.ts"
import { Negotiations } from "./negotiations.ts"

/** After so many problems that refuse the file, nothing more is read. */
export const MAX_REFUSALS = 100

/**
 * Yields each record, each line of an unknown type, what is wrong with them, and at last the end. It throws for no content: whoever posts waits
 * for the end, and posts nothing if it is refused. Memory does not grow with the file, but for a number of eight bytes for each line.
 */
export async function* readStatement(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Item> {
  const hash = createHash("sha256")
  const file = new Reading()
  let stopped = false
  for await (const line of linesOf(hashing(chunks, hash))) {
    for (const item of file.read(line)) yield item
    stopped = line.too_long || file.isHopeless
    if (stopped) break
  }
  if (!stopped) for (const item of file.end()) yield item
  yield {
    type: "end",
    refused: file.refusals > 0,
    header: file.header,
    trailer: file.trailer,
    records: file.records,
    sha256: stopped ? null : hash.digest("hex"),
  }
}

async function* hashing(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

class Reading {
  header: Header | undefined
  trailer: Trailer | undefined
  records = 0
  refusals = 0
  #line = 0
  #trailerLine = 0
  #misread = false
  readonly #sums = new Sums()
  readonly #negotiations = new Negotiations()
  readonly #isRepeated = newRepeats()
  readonly #negotiatedTwice = newNegotiatedTwice()

  /** A file that does not begin with a header that we know is none of ours, and reading it on would tell nothing. */
  get isHopeless(): boolean {
    return (this.#line > 0 && !this.header) || this.refusals >= MAX_REFUSALS
  }

  *read({ number, text, too_long }: TextLine): Generator<Item> {
    // The end of a file may be padded, also with the character that ended files on older systems.
    if (text.replaceAll("\u001a", "").trim() === "") return
    this.#line = number
    const type = text[0] ?? ""
    if (too_long) yield this.#refusal(number, MAX_LINE + 1, "the end of the line", "more")
    else if (!this.header) yield* this.#readHeader(number, type, text)
    else if (this.#trailerLine > 0) yield this.#refusal(number, 1, "nothing after the trailer", type)
    else if (type === "0") yield this.#refusal(number, 1, "one header only", type)
    else if (type === "9") yield* this.#readTrailer(number, text)
    else yield* this.#readRecord(number, type, text)
  }

  *#readHeader(line: number, type: string, text: string): Generator<Item> {
    if (type !== "0") return yield this.#refusal(line, 1, "0, a header", type)
    const item = yield* this.#cut(line, "0", text)
    if (item?.type !== "0") return
    const problems = headerProblems(line, item.fields, text)
    this.refusals += problems.length
    if (problems.length > 0) return yield* problems
    this.header = item.fields
    yield item
  }

  *#readTrailer(line: number, text: string): Generator<Item> {
    yield* this.#negotiations.end()
    const item = yield* this.#cut(line, "9", text)
    // A trailer that can't be read is one all the same.
    this.#trailerLine = line
    if (item?.type !== "9") return
    this.trailer = item.fields
    yield item
  }

  *#readRecord(line: number, type: string, text: string): Generator<Item> {
    this.records++
    this.#sums.count(type)
    if (type !== "B" && type !== "C" && type !== "A") yield* this.#negotiations.end()
    if (!isRecordType(type)) {
      const raw = maskCardNumbers(text)
      return yield { type: "unknown", line, raw, key: textKey(this.#fileType, raw) }
    }
    const item = yield* this.#cut(line, type, text)
    if (!item) return
    this.#sums.add(item)
    if (item.type === "A") yield* this.#negotiations.begin(item)
    if (item.type === "B" || item.type === "C") this.#negotiations.add(item)
    yield item
    yield* lineProblems(item)
    if (item.repeated)
      yield { type: "problem", line, column: 1, expected: "a line that no earlier one repeats", found: type, refuses: false }
  }

  /** Reads a line by its table. Returns nothing if it can't be read, after yielding what is wrong. */
  *#cut(line: number, type: RecordType, text: string): Generator<Problem, RecordItem | undefined> {
    const table = LAYOUT[type]
    const { fields, misread, unknown } = cut(table, text)
    for (const { column, expected, found } of misread) yield this.#refusal(line, column, expected, found)
    let place = { negotiation: "", within: line }
    if (type === "B" || type === "C") {
      const found = this.#negotiations.placeOf(type)
      if (!found) yield this.#refusal(line, 1, "A, the negotiation that this belongs to", type)
      else place = found
    }
    this.#misread ||= !fields
    if (!fields) return undefined
    const raw = withoutSecrets(table, text)
    const extra = text.slice(table.length)
    // The fields are those of the table of the type.
    const item = { type, line, raw, extra, unknown, fields, negotiation: place.negotiation } as KeyedBy
    const key = this.#negotiatedTwice(item, keyOf(this.#fileType, item, place.within))
    const counts = type !== "0" && type !== "9"
    return { ...item, key, repeated: counts && this.#isRepeated(key) } as RecordItem
  }

  *end(): Generator<Item> {
    if (!this.header) yield this.#refusal(1, 1, "0, a header", "")
    else if (this.#trailerLine === 0) yield this.#refusal(this.#line + 1, 1, "9, a trailer", "")
    // The sums of a file with lines that can't be read tell nothing more.
    if (!this.trailer || this.#misread) return
    const problems = this.#sums.problems(this.#fileType, this.records, this.#trailerLine, this.trailer)
    this.refusals += problems.length
    yield* problems
  }

  get #fileType(): string {
    return this.header?.file_type ?? ""
  }

  #refusal(line: number, column: number, expected: string, found: string): Problem {
    this.refusals++
    return { type: "problem", line, column, expected, found, refuses: true }
  }
}
