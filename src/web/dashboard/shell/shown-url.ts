/** The URL of an integration as pages show it: tools have tokens of their own in the query of such a URL. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && "?…"}`
}
