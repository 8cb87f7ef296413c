/** No payer presses longer for a click. The end of a press may never be told, as where a menu has opened under it. */
const LONGEST_MS = 1000

let released: Promise<void> | undefined

/**
 * Makes a change to the page's layout: now, or after the press under way. When a payer presses a button of the page, the field that they
 * leave may show an error. If the button moved then, it would not get the click.
 */
export function afterPress(change: () => void): void {
  if (released) void released.then(change)
  else change()
}

addEventListener("pointerdown", begin, { capture: true })

function begin(): void {
  const press = untilReleased().then(() => {
    if (released === press) released = undefined
  })
  released = press
}

/** Resolves after the click has been dispatched. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = () => {
      listening.abort()
      setTimeout(resolve)
    }
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { capture: true, signal: listening.signal })
    setTimeout(end, LONGEST_MS)
  })
}
