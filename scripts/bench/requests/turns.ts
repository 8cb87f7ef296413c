// The order of the measurements. In each round every series has its turn, so other load on the machine affects all of them alike.
import { closedLoop, closedLoopOf } from "./closed-loop.ts"
import { observe } from "./observe.ts"
import { openLoop } from "./open-loop.ts"
import type { Options } from "./options.ts"
import type { Sample, Series } from "./results.ts"
import { FLOORS, type Target } from "./targets.ts"
import { TITLES, type Workload } from "./workloads.ts"

type Turn = { series: Series; run: (seconds: number) => Promise<Sample>; mayFail?: boolean }

const WARM_UP_SECONDS = 1
/** Used until a first round has shown how many single-use requests are needed. */
const FIRST_GUESS_PER_SECOND = 100
/** The open loop's workloads. The others resemble one of them, or prepare their requests, which would disturb the measurement. */
const OPEN = ["retrieve", "create"]

/** Measures all rounds of the closed loop, and then those of the open loop. Adds failures to `notes`. */
export async function measure(targets: Target[], options: Options, notes: string[]): Promise<Series[]> {
  const closed = targets.flatMap((target) => target.workloads.map((workload) => closedTurn(target, workload, options)))
  const open = options.open ? targets.flatMap((target) => openTurns(target, options.open!)) : []
  await takeTurns(inOrder(closed), options, notes)
  await takeTurns(inOrder(open), options, notes)
  return [...closed, ...open].map(({ series }) => series).filter(({ samples }) => samples.length === options.rounds)
}

/** Puts targets that are compared next to each other. */
function inOrder(turns: Turn[]): Turn[] {
  const names = Object.keys(TITLES)
  return turns.toSorted((a, b) => names.indexOf(a.series.workload) - names.indexOf(b.series.workload))
}

async function takeTurns(turns: Turn[], { rounds, seconds }: Options, notes: string[]): Promise<void> {
  const failed = new Set<Turn>()
  const take = async (turn: Turn, seconds: number) => {
    if (failed.has(turn)) return
    const { target, workload, loop } = turn.series
    try {
      const sample = await turn.run(seconds)
      process.stderr.write(`${target} ${workload} (${loop}) ${Math.round(sample.perSecond)}/s, p99 ${sample.p99.toFixed(1)} ms\n`)
      return sample
    } catch (error) {
      if (!turn.mayFail) throw error
      failed.add(turn)
      notes.push(`Not measured: ${target}, ${workload}. ${(error as Error).message}`)
    }
  }
  process.stderr.write("Warm-up\n")
  for (const turn of turns) await take(turn, WARM_UP_SECONDS)
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`Round ${round} of ${rounds}\n`)
    for (const turn of turns) {
      const sample = await take(turn, seconds)
      if (sample) turn.series.samples.push(sample)
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
  return { series: seriesOf(target, workload, "closed"), run, mayFail: target.mayFail }
}

function openTurns(target: Target, rate: number): Turn[] {
  const workloads = target.own ? [] : target.workloads.filter(({ name }) => OPEN.includes(name))
  return workloads.map((workload) => ({
    series: seriesOf(target, workload, "open"),
    mayFail: target.mayFail,
    run: (seconds) => observe(target, () => openLoop({ urls: target.urls, rate, seconds }, workload)),
  }))
}

function seriesOf({ name: target, floors }: Target, { name }: Workload, loop: Series["loop"]): Series {
  const title = FLOORS[target as keyof typeof FLOORS] ?? TITLES[name]
  return { target, workload: name, title, loop, floor: floors[name], samples: [] }
}
