import { only } from "../shared/only.ts"

export type Timer = {
  /** Sets the remaining seconds. The account's time can be advanced while the page is open. */
  set(seconds: number | null): void
  onOver(listener: () => void): void
}

/** Runs the countdown. At the end, hides the means of payment. The payer's own clock may be wrong, so it is not used. */
export function runTimer(main: HTMLElement, seconds: number): Timer {
  const shown = only("[data-timer]", main)
  const pay = only("[data-pay]", main)
  const time = only("b", shown)
  let end = performance.now() + seconds * 1000
  let over = () => {}
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    time.textContent = format(left)
    const isOver = left === 0
    const wasOver = pay.hidden
    pay.hidden = isOver
    only("[data-over]", main).hidden = !isOver
    if (isOver && !wasOver) over()
  }
  shown.hidden = false
  tick()
  setInterval(tick, 1000)
  return {
    set: (left) => {
      if (left === null) return
      end = performance.now() + left * 1000
      tick()
    },
    onOver: (listener) => {
      over = listener
    },
  }
}

/** `59:05`, or `1:59:05` from an hour on. */
function format(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
