/** Shows the numbers of the day under the pointer, in place of the browser's own tip, which comes late. */
export function showTips(): void {
  for (const chart of document.querySelectorAll<HTMLElement>(".chart")) {
    const tip = document.createElement("div")
    tip.className = "tip"
    tip.hidden = true
    tip.setAttribute("aria-hidden", "true")
    chart.append(tip)
    for (const day of chart.querySelectorAll<SVGGElement>("[data-tip]")) {
      day.querySelector("title")?.remove()
      day.addEventListener("pointerenter", () => show(tip, day, chart))
      // A finger that is lifted leaves at once: its tip stays until the next one.
      day.addEventListener("pointerleave", ({ pointerType }) => {
        tip.hidden = pointerType !== "touch"
      })
    }
  }
}

/** Above the day, and never past the edges of the chart. */
function show(tip: HTMLElement, day: SVGGElement, chart: HTMLElement): void {
  tip.textContent = day.dataset.tip ?? ""
  tip.hidden = false
  const frame = chart.getBoundingClientRect()
  const { left, width } = day.getBoundingClientRect()
  const middle = left + width / 2 - frame.left - tip.offsetWidth / 2
  tip.style.left = `${Math.max(0, Math.min(frame.width - tip.offsetWidth, middle))}px`
}
