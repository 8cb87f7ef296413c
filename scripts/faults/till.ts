// Payers who are authenticated by 3-D Secure, at the simulator of Cielo, while processes and Postgres fail.
import { setTimeout as pause } from "node:timers/promises"
import type { CieloWithMpi } from "../../test/cielo/mpi/mpi.ts"
import { payAuthenticated } from "../live-mode/three-d-secure.ts"
import { newNotes, type Till } from "../live-mode/till.ts"
import type { Fleet } from "./fleet.ts"
import { FAULTS_AT_TILL } from "./kinds.ts"
import { failLive, type Kind, type LiveWanted } from "./live.ts"

const TILL: Kind = {
  start: async () => ({}),
  open: async ({ fleet, cielo }) => {
    const till = tillAt(fleet, cielo)
    return { faults: FAULTS_AT_TILL, bank: cielo.control, till, act: payAuthenticated(till), promise: "0 sold without proof" }
  },
}

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export function failAtTill(wanted: LiveWanted): Promise<number> {
  return failLive(TILL, wanted)
}

/** The pages at any process, once. */
function tillAt({ members }: Fleet, cielo: CieloWithMpi): Till {
  let turn = 0
  const reach = async (url: string, step: string, body?: object) => {
    const { process } = members[turn++ % members.length]!
    const headers = { "user-agent": "Mozilla/5.0", ...(body && { "content-type": "application/json" }) }
    const path = `${process.server.threedsOrigin}${new URL(url).pathname}/${step}`
    const sent = { method: body ? "POST" : "GET", headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(path, sent).catch(() => undefined)
    // Whoever loads the page of a process that is starting waits a little.
    if (!answer) await pause(200)
    return answer?.status === 200 ? answer.json().catch(() => undefined) : undefined
  }
  return { send: reach, status: (url) => reach(url, "status"), mpi: cielo.mpi.control, notes: newNotes() }
}
