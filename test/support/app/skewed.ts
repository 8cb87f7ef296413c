// Three servers on the same databases. The clock of one is behind, and that of another is ahead.
import { freshDatabases } from "../databases/databases.ts"
import { type Environment, type Running, startVintem } from "./vintem.ts"

export type Skewed = { behind: Running; exact: Running; ahead: Running }

/** Pairs of servers: the clock of the second one is ahead of that of the first. */
export const PAIRS = [
  ["exact", "ahead"],
  ["behind", "exact"],
] as const satisfies [keyof Skewed, keyof Skewed][]

/** Starts the servers. Their clocks differ by this many milliseconds. */
export async function startSkewed(
  skewMs: number,
  overrides: Environment = {},
): Promise<{ servers: Skewed; close(): Promise<void> }> {
  const databases = await freshDatabases()
  const start = (aheadMs: number) =>
    startVintem(overrides, { databases, role: "api", clock: { now: () => Date.now() + aheadMs } })
  const servers = { behind: await start(-skewMs), exact: await start(0), ahead: await start(skewMs) }
  return {
    servers,
    close: async () => {
      for (const server of Object.values(servers)) await server.close()
      await databases.remove()
    },
  }
}
