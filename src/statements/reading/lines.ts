// The lines of a file, one at a time, however large it is.

/** The encoding of the files. Each byte is one character, so columns are bytes, and a chunk may end anywhere. */
const ENCODING = "windows-1252"

/** A longer line is none of a statement. Without a limit, a file without line ends would be read into memory whole. */
export const MAX_LINE = 4096

/** A line, without its end. Only the first MAX_LINE characters of one that is too long are there, and nothing comes after it. */
export type TextLine = { number: number; text: string; too_long: boolean }

/** Lines end with CRLF or LF, and the last one may have no end. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder(ENCODING)
  let number = 0
  let rest = ""
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", from)) {
      const line = lineOf(++number, rest.slice(from, end))
      yield line
      if (line.too_long) return
      from = end + 1
    }
    rest = rest.slice(from)
    if (rest.length > MAX_LINE + 1) break
  }
  if (rest !== "") yield lineOf(number + 1, rest)
}

function lineOf(number: number, text: string): TextLine {
  const line = text.endsWith("\r") ? text.slice(0, -1) : text
  return { number, text: line.slice(0, MAX_LINE), too_long: line.length > MAX_LINE }
}
