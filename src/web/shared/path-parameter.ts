/** Returns a parameter of a route's path. Throws if the path of the route does not name it. */
export function pathParameter({ params }: { params: Record<string, string | undefined> }, name: string): string {
  const value = params[name]
  if (value === undefined) throw new Error(`The path of this route has no parameter :${name}.`)
  return value
}
