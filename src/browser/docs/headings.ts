/** Marks the current heading in the page's table of contents. */
export function followHeadings(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")]
  const headings = links
    .map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
    .filter((heading) => heading !== null)
  if (headings.length === 0) return
  const mark = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120).length
    const current = isAtEnd ? links.length - 1 : passed - 1
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
  }
  addEventListener("scroll", mark, { passive: true })
  mark()
}
