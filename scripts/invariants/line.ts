/** What is wrong, with the rows that show it. */
export function line(what: string, ...rows: object[]): string {
  const said = (row: object) => JSON.stringify(row, (_, value) => value ?? undefined)
  return [what, ...rows.map(said)].join("\n    ")
}
