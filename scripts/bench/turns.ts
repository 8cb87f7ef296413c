// The order of the measurements. In each round every series has its turn, so that other load on the machine affects all of them alike.
import { closedLoop, closedLoopOf } from "./closed-loop.ts"
import { observe } from "./observe.ts"
import { openLoop } from "./open-loop.ts"
import type { Options } from "./options.ts"
import type { Sample, Series } from "./results.ts"
import { FLOORS, type Target } from "./targets.ts"
import { TITLES, type Workload } from "./workloads.ts"

type Turn = { series: Series; run: (seconds: number) => Promise<Sample> }

const WARM_UP_SECONDS = 1
/** Until a first round has shown how many requests that can be sent once are enough. */
const FIRST_GUESS_PER_SECOND = 100
/** Workloads of the open loop. Others are like one of them, or prepare their requests, which would disturb. */
const OPEN = ["retrieve", "create"]

/** Measures all rounds of the closed loop, and then those of the open loop. */
export async function measure(targets: Target[], options: Options): Promise<Series[]> {
  const closed = targets.flatMap((target) => target.workloads.map((workload) => closedTurn(target, workload, options)))
  const open = options.open ? targets.flatMap((target) => openTurns(target, options.open!)) : []
  await takeTurns(inOrder(closed), options)
  await takeTurns(inOrder(open), options)
  return [...closed, ...open].map(({ series }) => series)
}

/** Next to each other: what is compared. */
function inOrder(turns: Turn[]): Turn[] {
  const names = Object.keys(TITLES)
  return turns.toSorted((a, b) => names.indexOf(a.series.workload) - names.indexOf(b.series.workload))
}

async function takeTurns(turns: Turn[], { rounds, seconds }: Options): Promise<void> {
  for (const { run } of turns) await run(WARM_UP_SECONDS)
  for (let round = 1; round <= rounds; round++) {
    for (const { series, run } of turns) {
      const sample = await run(seconds)
      series.samples.push(sample)
      const { perSecond, p99 } = sample
      const name = `${series.target} ${series.workload} (${series.loop})`
      process.stderr.write(`round ${round}: ${name} ${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms\n`)
    }
  }
}

function closedTurn(target: Target, workload: Workload, { connections }: Options): Turn {
  const { urls, own } = target
  let perSecond = FIRST_GUESS_PER_SECOND
  const run = async (seconds: number) => {
    if (own) return own(seconds)
    if (!workload.once) return observe(target, () => closedLoop({ urls, connections, seconds }, workload))
    const requests = await workload.once(Math.max(connections, Math.round(perSecond * seconds)))
    const sample = await observe(target, () => closedLoopOf({ urls, connections }, requests))
    perSecond = sample.perSecond
    return sample
  }
  return { series: seriesOf(target, workload, "closed"), run }
}

function openTurns(target: Target, rate: number): Turn[] {
  const workloads = target.own ? [] : target.workloads.filter(({ name }) => OPEN.includes(name))
  return workloads.map((workload) => ({
    series: seriesOf(target, workload, "open"),
    run: (seconds) => observe(target, () => openLoop({ urls: target.urls, rate, seconds }, workload)),
  }))
}

function seriesOf({ name: target, floors }: Target, { name }: Workload, loop: Series["loop"]): Series {
  const title = FLOORS[target as keyof typeof FLOORS] ?? TITLES[name]
  return { target, workload: name, title, loop, floor: floors[name], samples: [] }
}
