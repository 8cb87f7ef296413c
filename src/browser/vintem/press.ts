/** A click takes less time than this. The end of a press may not be reported, for example if a menu has opened under it. */
const LONGEST_MS = 1000

let released: Promise<void> | undefined

/**
 * Makes a change to the page's layout: now, or after the current press. When a payer presses a button, the field that loses the focus may
 * show an error. If that moved the button, the button would not get the click.
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
