/**
 * Returns a value that is always there, although no type says so. Throws an internal error that names it if it is missing. If the compiler
 * can be told, tell it instead.
 */
export function must<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`${name} is missing`)
  return value
}

type With<Row, Name extends keyof Row> = Row & { readonly [Each in Name]: NonNullable<Row[Each]> }

/** Returns a row in which these columns have values, although rows of another kind leave them null. Throws an internal error like `must`. */
export function mustHave<Row extends object, Name extends keyof Row & string>(row: Row, ...names: Name[]): With<Row, Name> {
  for (const name of names) must(row[name], name)
  // The loop has checked what the type says.
  return row as With<Row, Name>
}
