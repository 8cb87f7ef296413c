const FIRST_GAP_MS = 2000
const LONGEST_GAP_MS = 15_000
const GROWTH = 1.15

type Status = { state: string; seconds_left: number | null; outcome: string | null }
type Listeners = {
  onTime: (secondsLeft: number | null) => void
  onEnd: (outcome: string | null, state: string) => void
  /** Called after each request, with the number of consecutive requests without a response. */
  onLost: (times: number) => void
}

/**
 * Polls the state of a payment until it differs from the shown one. The intervals grow, and a hidden page does not poll. When the page is
 * visible or online again, as after a switch from the bank's app, it polls at once. Returns a function that polls now.
 */
export function watchStatus(url: string, shown: string, { onTime, onEnd, onLost }: Listeners): () => void {
  let gap = FIRST_GAP_MS
  let next: number | undefined
  let asking = false
  let lost = 0
  const ask = async () => {
    clearTimeout(next)
    if (asking || document.hidden) return
    asking = true
    const answer = await read(url)
    asking = false
    lost = answer ? 0 : lost + 1
    onLost(lost)
    if (answer && answer.state !== shown) return onEnd(answer.outcome, answer.state)
    if (answer) onTime(answer.seconds_left)
    next = window.setTimeout(ask, gap)
    gap = Math.min(gap * GROWTH, LONGEST_GAP_MS)
  }
  const askNow = () => {
    gap = FIRST_GAP_MS
    void ask()
  }
  document.addEventListener("visibilitychange", askNow)
  addEventListener("online", askNow)
  next = window.setTimeout(ask, gap)
  return askNow
}

/** Returns undefined if there is no response, for example while the network is away. The next request follows as usual. */
async function read(url: string): Promise<Status | undefined> {
  try {
    const response = await fetch(url, { cache: "no-store" })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
