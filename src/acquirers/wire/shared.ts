import type { Dispatcher } from "undici"
import { createPools } from "./request.ts"

type Shared = { pools: Dispatcher; close(): Promise<void> }

/**
 * The connections of an acquirer, which all accounts share. Call what is returned for each account. They are closed with the last one. `ca`: trusted
 * root certificates as PEM. `connections`: for a simulated network.
 */
export function sharedPools({ connections, ...options }: { ca?: string[]; connections?: Dispatcher }): () => Shared {
  let opened: Dispatcher | undefined
  let users = 0
  return () => {
    const pools = opened ?? connections ?? createPools(options)
    opened = pools
    users++
    const close = async () => {
      if (--users > 0) return
      opened = undefined
      await pools.destroy()
    }
    return { pools, close }
  }
}
