import { type IRateLimiterOptions, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible"
import { withDeadline } from "../base/deadline.ts"
import type { Logger } from "../base/log.ts"
import { KEPT_MS, type WindowStore } from "./payer-quota.ts"

/** How long a request that needs a lease waits for Redis. */
const ANSWER_MS = 2000
/** Replaces a value that is still the expected one. The empty text stands for no value. */
const REPLACE = `if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`
/** The longest pause between two attempts to reconnect. */
const MAX_GAP_MS = 2000

/**
 * Connects to the Redis server that counts requests. Throws if it cannot be reached, because its address may be wrong. Afterwards, the
 * client reconnects by itself. While Redis is away or does not respond, a request that needs it fails with 503, as without the database.
 */
export async function openRedis(url: string, log: Logger) {
  // Most installations have no Redis, and loading the module would slow their start.
  const { createClient } = await import("redis")
  let hasBeenReached = false
  let isAway = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries, cause) => (hasBeenReached ? Math.min(retries * 50, MAX_GAP_MS) : cause) },
  })
  client.on("ready", () => {
    hasBeenReached = true
    isAway = false
  })
  // Without a listener, a connection error would end the process. Each attempt to reconnect may cause another one.
  client.on("error", (err: Error) => {
    if (hasBeenReached && !isAway) log.error({ err }, "Redis cannot be reached; requests are refused with 503 meanwhile")
    isAway = true
  })
  await client.connect().catch((cause: Error) => {
    throw new Error(`The Redis of REDIS_URL cannot be reached: ${cause.message}.`, { cause })
  })
  return {
    limiter: (options: IRateLimiterOptions) => new PromptRedis({ ...options, storeClient: client, useRedisPackage: true }),
    windows: (prefix: string): WindowStore => ({
      read: async (key) => (await answered(() => client.get(`${prefix}:${key}`))) ?? undefined,
      replace: async (key, before = "", after) => {
        const options = { keys: [`${prefix}:${key}`], arguments: [before, after, String(KEPT_MS)] }
        return (await answered(() => client.eval(REPLACE, options))) === 1
      },
    }),
    // Closes without waiting for responses.
    close: async () => client.destroy(),
  }
}

class PromptRedis extends RateLimiterRedis {
  override consume(...parameters: Parameters<RateLimiterRedis["consume"]>) {
    return answered(() => super.consume(...parameters))
  }

  override get(...parameters: Parameters<RateLimiterRedis["get"]>) {
    return answered(() => super.get(...parameters))
  }
}

/** At the limit, the library throws a RateLimiterRes. Any other error means that Redis does not work. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(ANSWER_MS, ask)
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) throw thrown
    throw Object.assign(new Error("Redis does not answer", { cause: thrown }), { code: "ETIMEDOUT" })
  }
}
