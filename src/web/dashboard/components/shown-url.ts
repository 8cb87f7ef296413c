/** Shortens the URL of an integration for pages, because the query of such a URL may have a token. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search && "?…"}`
}
