const FIRST_GAP_MS = 2000
const LONGEST_GAP_MS = 15_000
const GROWTH = 1.15

type Status = { state: string; seconds_left: number | null; outcome: string | null }
type Listeners = {
  onTime: (secondsLeft: number | null) => void
  onEnd: (outcome: string | null) => void
  /** Called after each question, with how many in a row had no answer. */
  onLost: (times: number) => void
}

/**
 * Asks how far the payment is until it is no longer in the state that is shown. It asks ever more rarely, and not while the page is hidden: a payer
 * who comes back from their bank's app, or into a network, is answered at once. Returns what asks now.
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
    if (answer && answer.state !== shown) return onEnd(answer.outcome)
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

/** Returns undefined where there is no answer, such as while the network is away. The next one is asked for as usual. */
async function read(url: string): Promise<Status | undefined> {
  try {
    const response = await fetch(url, { cache: "no-store" })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
