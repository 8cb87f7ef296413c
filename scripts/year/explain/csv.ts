/** Reads a CSV file with commas, as RFC 4180 has it: by the names of its columns. */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...lines] = linesOf(text.replace("\uFEFF", ""))
  return lines.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])))
}

function linesOf(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r?\n|$)/g)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ",") continue
    if (cells.length > 1 || cells[0] !== "") lines.push(cells)
    cells = []
  }
  return lines
}
