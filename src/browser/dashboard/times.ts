/** Shows times in the viewer's zone. On hover they appear in UTC, as the server wrote them. */
export function showLocalTimes(page: Document): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })
  for (const time of page.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime))
}
