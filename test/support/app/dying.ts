import { expect } from "chai"
import type { Spawned } from "./vintem.ts"

/** Sends a request to a process that dies at a step of it. Returns when the process is dead. */
export async function dieAt(victim: Spawned, step: string, request: () => Promise<unknown>): Promise<void> {
  try {
    await victim.ask("dieAt", step)
    expect(await request().catch(() => undefined), "no response from a process that died").to.equal(undefined)
    await victim.exited
  } finally {
    await victim.close()
  }
}
