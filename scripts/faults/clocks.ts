// The clock of one host is wrong: by little, which changes nothing, or by so much that its process must refuse to work.
import { setTimeout as pause } from "node:timers/promises"
import type { Spawned } from "../../test/support/app/vintem.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { one } from "./fleet.ts"
import type { Place } from "./place.ts"

/** Far more than the skew of well-kept clocks, and less than receivers of webhooks accept. */
const MAX_SKEW_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Each of these lets something else fall due, or lets it wait. Both directions of an RTC that is set to local time. */
const STEPS_MS = [2 * MINUTE_MS, 16 * MINUTE_MS, 3 * HOUR_MS, -3 * HOUR_MS, 25 * HOUR_MS, 100 * 24 * HOUR_MS]
const WRONG_FOR_MS = [500, 3000, 10_000]

export async function jump({ fleet, random }: Place): Promise<void> {
  await one(fleet, { random }).process.ask("setClock", random.integer(-MAX_SKEW_MS, MAX_SKEW_MS))
}

/** Until the clock is right again, the process is not ready, and others take over its work. */
export async function jumpFar({ fleet, random, lapse }: Place): Promise<void> {
  const { process } = one(fleet, { random })
  const isAlone = fleet.members.length === 1
  const stepMs = random.pick(STEPS_MS)
  const wrongForMs = random.pick(isAlone ? WRONG_FOR_MS.slice(0, -1) : WRONG_FOR_MS)
  await process.ask("setClock", stepMs)
  await mustRefuse(process, stepMs)
  await pause(wrongForMs / 2)
  if (!isAlone) await lapse()
  await pause(wrongForMs / 2)
  await mustRefuse(process, stepMs)
  await process.ask("setClock", 0)
  await until(async () => (await readinessOf(process)).startsWith("200 "))
  // What has failed meanwhile is put off by minutes.
  if (isAlone) await lapse()
}

async function mustRefuse(process: Spawned, stepMs: number): Promise<void> {
  const readiness = await readinessOf(process)
  if (!/^503 The clock of this host is /.test(readiness))
    throw new Error(`a process whose clock is off by ${stepMs} ms answers ${readiness}`)
}

/** What `/readyz` answers on the port of the metrics, which each process has. */
async function readinessOf({ metricsUrl }: Spawned): Promise<string> {
  const response = await fetch(metricsUrl.replace("/metrics", "/readyz"))
  return `${response.status} ${await response.text()}`
}
