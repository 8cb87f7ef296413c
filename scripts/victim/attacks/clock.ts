import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack, Target } from "../attack.ts"
import { type Answer, counted, newTenant, subscribeDaily, type Tenant } from "./tenant.ts"

const SUBSCRIPTIONS = 60
const TWO_YEARS = 731 * 86_400
const REQUESTS = 1500
const KEYS = 8
const ADVANCE = "/v1/test_helpers/clock/advance"

/** 60 daily subscriptions over two years: 43,800 charges in one request. */
export const longAdvance: Attack = {
  name: "a long advance",
  begin: (target) => during(target, "127.0.0.4"),
}

/** Advances that wait for a long one. */
export const queuedAdvances: Attack = {
  name: "queued advances",
  begin: (target) => during(target, "127.0.0.5", ({ post }) => post(ADVANCE, { seconds: 1 })),
}

/** Requests that wait for the response to another one with their key. */
export const waitingRequests: Attack = {
  name: "waiting requests",
  begin: (target) => during(target, "127.0.0.6", ({ post }, key) => post(ADVANCE, { seconds: TWO_YEARS }, key)),
}

/** Begins a long advance, and then sends 1,500 further requests within two seconds. */
async function during(target: Target, address: string, send?: (tenant: Tenant, key: string) => Promise<Answer>) {
  const tenant = await newTenant(target, { keys: KEYS, address })
  await subscribeDaily(target, tenant, SUBSCRIPTIONS)
  const key = randomUUID()
  let ended = false
  const long = tenant.post(ADVANCE, { seconds: TWO_YEARS }, key).then(() => {
    ended = true
  })
  const statuses: number[] = []
  const others: Promise<unknown>[] = []
  while (send && others.length < REQUESTS) {
    others.push(...Array.from({ length: 75 }, async () => statuses.push((await send(tenant, key)).status)))
    await pause(100)
  }
  // Refused requests get a response at once. The others wait.
  for (let answered = -1; answered < statuses.length; await pause(500)) answered = statuses.length
  return {
    end: async () => {
      await tenant.end()
      await Promise.all([long, ...others])
    },
    reached: () => [ended ? "the advance has ended" : "the advance is running", counted(statuses)].filter(Boolean).join(", "),
  }
}
