// Tables in Markdown.

/** The head of a table. The figures of all columns but the first are at the right. */
export function head(...titles: string[]): string {
  return `${row(...titles)}\n|:---|${"---:|".repeat(titles.length - 1)}`
}

export function row(...cells: (string | number)[]): string {
  return `| ${cells.join(" | ")} |`
}
