/** Shows the numbers of the day under the pointer. The browser's own tooltip appears late. */
export function showTips(): void {
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const day = (target as Element).closest<SVGElement>(".chart [data-tip]")
    // When a finger is lifted, the pointer leaves at once. So its tooltip stays until the next touch.
    if (day || pointerType !== "touch") hideTips()
    if (!day) return
    day.querySelector("title")?.remove()
    const chart = day.closest<HTMLElement>(".chart")
    if (chart) show(tipOf(chart), day, chart)
  })
}

function hideTips(): void {
  for (const tip of document.querySelectorAll<HTMLElement>(".chart .tip")) tip.hidden = true
}

function tipOf(chart: HTMLElement): HTMLElement {
  const tip = chart.querySelector<HTMLElement>(".tip") ?? document.createElement("div")
  tip.className = "tip"
  tip.setAttribute("aria-hidden", "true")
  if (!tip.isConnected) chart.append(tip)
  return tip
}

/** Places the tooltip above the day, within the edges of the chart. */
function show(tip: HTMLElement, day: SVGElement, chart: HTMLElement): void {
  tip.textContent = day.dataset.tip ?? ""
  tip.hidden = false
  const frame = chart.getBoundingClientRect()
  const { left, width } = day.getBoundingClientRect()
  const middle = left + width / 2 - frame.left - tip.offsetWidth / 2
  tip.style.left = `${Math.max(0, Math.min(frame.width - tip.offsetWidth, middle))}px`
}
