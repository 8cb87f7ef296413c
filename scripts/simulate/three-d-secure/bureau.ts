// Payers who are authenticated, in a simulated world.
import { updateSettings } from "../../../src/accounts/settings.ts"
import { cielo as CIELO } from "../../../src/acquirers/cielo/cielo.ts"
import { setCredentials } from "../../../src/acquirers/credentials.ts"
import { checkAuthentications } from "../../invariants/three-d-secure.ts"
import { readBooks } from "../../live-mode/books.ts"
import { payAuthenticated } from "../../live-mode/three-d-secure.ts"
import { newNotes, type Till } from "../../live-mode/till.ts"
import type { OpenBureau } from "../live-mode/bureau.ts"
import type { Machine, Owner } from "../machine.ts"
import type { World } from "../world.ts"
import { openMpi, type SimulatedMpi } from "./mpi.ts"

/** How often a process dies between two steps of an authentication, or around the sale after it. */
const DIES = 0.03
const AMOUNTS = [null, 20_000, 50_000]

export function threedsCheckpoint(machine: Machine, owner: Owner): (step: string) => void {
  return (step) => void (/^(authentication|challenge):/.test(step) && machine.dies(owner, DIES))
}

export function openMpiOf(machine: Machine, seed: number): SimulatedMpi & { bureau: OpenBureau } {
  const mpi = openMpi(machine, seed)
  return { ...mpi, bureau: openTill(mpi) }
}

const openTill =
  (mpi: SimulatedMpi): OpenBureau =>
  async ({ world, mode, cielo, merchant: { account }, random }) => {
    const { machine, database } = world
    const till: Till = { ...pagesIn(world), mpi: mpi.control, notes: newNotes() }
    await database.transaction(async (tx) => {
      const at = { account, now: Math.floor(machine.now / 1000), ring: mode.ring }
      const members = { ...cielo.merchant, mpi: mpi.credentials }
      await setCredentials(tx, at, { kind: CIELO, members, funds: "platform" })
      const three_d_secure = {
        minimum_amount: random.pick(AMOUNTS),
        brands: random.chance(0.5) ? (["elo"] as const).slice() : [],
        data_only: random.chance(0.5),
      }
      await updateSettings(tx, account, { three_d_secure })
    })
    return {
      begin: () => {},
      act: payAuthenticated(till),
      days: 0,
      paysOut: false,
      finish: async () => {},
      check: async ({ listed }) => {
        const books = await readBooks(database, account, await cielo.control.ledger())
        return checkAuthentications(database, account, books, { sessions: await mpi.sessions(), notes: till.notes, listed })
      },
      repeat: async () => [],
    }
  }

function pagesIn(world: World): Pick<Till, "send" | "status"> {
  const headers = { "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile" }
  const reach = async (url: string, step: string, body?: object) => {
    const call = { method: body ? "POST" : "GET", path: `${new URL(url).pathname}/${step}`, headers, isThreeds: true }
    const answer = await world.tryOnce({ ...call, ...(body && { body }) })
    const { machine } = world
    machine.say(
      `${call.method} ${call.path} → ${answer ? `${answer.status} ${answer.body.step ?? ""}` : "no answer"}`,
      machine.world,
    )
    if (answer?.status === 500) machine.accuse(`${step} of a page was answered with 500: ${answer.text}`)
    return answer?.status === 200 ? answer.body : undefined
  }
  return { send: reach, status: (url) => reach(url, "status") }
}
