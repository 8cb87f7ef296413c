/**
 * Returns a value that is always there, although no type says so. Throws an internal error that names it if it is missing. If the compiler
 * can be told, tell it instead.
 */
export function must<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`${name} is missing`)
  return value
}
