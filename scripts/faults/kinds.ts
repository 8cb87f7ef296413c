// The faults, each from its beginning to its end. A killed process is started again.
import { setTimeout as pause } from "node:timers/promises"
import type { Line } from "../../test/support/databases/postgres-line.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { jump, jumpFar } from "./clocks.ts"
import {
  die,
  dieAmongConfirms,
  dieAmongPayers,
  dieAtMail,
  dieAtMoment,
  dieAtStep,
  dieWhileErasing,
  STEPS_AT_BANK,
  STEPS_OF_AUTHENTICATIONS,
} from "./die.ts"
import { freeze, one } from "./fleet.ts"
import type { Kind, Place } from "./place.ts"

export type Fault = { name: string; on: readonly Kind[]; happen(place: Place): Promise<void> }

const BOTH = ["sqlite", "postgres"] as const
const SQLITE = ["sqlite"] as const
const POSTGRES = ["postgres"] as const
const MAX_MEMBERS = 6
const MIN_WORKERS = 1

const KILL_AT_A_STEP: Fault = { name: "kill -9 at a step of a payment or payout", on: BOTH, happen: dieAtMoment }
const KILL_AMONG_CONFIRMS: Fault = { name: "kill -9 while many confirm at once", on: BOTH, happen: dieAmongConfirms }

const ON_PAGES: readonly Fault[] = [
  { name: "kill -9 while payers of a link pay", on: BOTH, happen: (place) => dieAmongPayers(place, "payers of a link") },
  {
    name: "kill -9 while payers enter another card",
    on: BOTH,
    happen: (place) => dieAmongPayers(place, "payers with another card"),
  },
  { name: "kill -9 while customers are erased", on: BOTH, happen: dieWhileErasing },
  { name: "kill -9 at a step of a mail", on: BOTH, happen: dieAtMail },
]

const KILL: Fault = { name: "kill -9", on: BOTH, happen: ({ fleet, ...place }) => fleet.replace(one(fleet, place), place.lapse) }

const ON_LINE: readonly Fault[] = [
  { name: "Postgres killed and recovered", on: POSTGRES, happen: ({ crashPostgres, lapse }) => crashPostgres(lapse) },
  { name: "connections cut before COMMIT", on: POSTGRES, happen: (place) => commits(place, "cut before") },
  { name: "connections cut after COMMIT", on: POSTGRES, happen: (place) => commits(place, "cut after") },
  { name: "no answer to COMMIT", on: POSTGRES, happen: (place) => commits(place, "unanswered") },
  { name: "commits stall", on: POSTGRES, happen: (place) => commits(place, pause(place.random.integer(200, 2000))) },
  { name: "Postgres refuses connections", on: POSTGRES, happen: refuseConnections },
]

const FAULTS: readonly Fault[] = [
  KILL,
  KILL_AT_A_STEP,
  KILL_AMONG_CONFIRMS,
  ...ON_PAGES,
  { name: "kill -9 before a commit", on: BOTH, happen: (place) => die(place, ["dieBeforeCommit", place.random.integer(1, 40)]) },
  { name: "frozen and woken (SIGSTOP, SIGCONT)", on: BOTH, happen: freezeOne },
  { name: "rolling deploy", on: BOTH, happen: deploy },
  { name: "clock of a host jumps by up to 30 seconds", on: BOTH, happen: jump },
  { name: "clock of a host jumps by minutes to 100 days", on: BOTH, happen: jumpFar },
  { name: "encryption keys rotated", on: BOTH, happen: rotateKeys },
  { name: "slow disk", on: SQLITE, happen: slowDisk },
  { name: "full disk", on: SQLITE, happen: fillDisk },
  { name: "worker added or removed", on: POSTGRES, happen: scale },
  ...ON_LINE,
]

/** While payers are authenticated in live mode: half of them kill a process at a step of that. */
export const FAULTS_AT_TILL: readonly Fault[] = [
  ...Array<Fault>(7).fill({
    name: "kill -9 at a step of an authentication",
    on: POSTGRES,
    happen: dieAtStep(STEPS_OF_AUTHENTICATIONS),
  }),
  KILL,
  { name: "frozen and woken (SIGSTOP, SIGCONT)", on: POSTGRES, happen: freezeOne },
  ...ON_LINE,
]

/** While a merchant has PIX at its own bank: half of them kill a process at a step of a charge, a refund or a mandate. */
export const FAULTS_AT_BANK: readonly Fault[] = [
  ...Array<Fault>(7).fill({ name: "kill -9 at a step of a PIX or a mandate", on: POSTGRES, happen: dieAtStep(STEPS_AT_BANK) }),
  KILL,
  { name: "frozen and woken (SIGSTOP, SIGCONT)", on: POSTGRES, happen: freezeOne },
  ...ON_LINE,
]

type Only = { onlyKills?: boolean; onlyPages?: boolean; at?: readonly string[] }

/** Two of three are at a step of a payment or payout, of which there are sixty. */
const KILLS: readonly Fault[] = [KILL_AT_A_STEP, KILL_AT_A_STEP, KILL_AMONG_CONFIRMS]

/** Returns the faults of a database, or only those that kill processes. `at`: only at the steps of some kinds. */
export function faultsOn(kind: Kind, { onlyKills, onlyPages, at }: Only): readonly Fault[] {
  if (onlyPages) return ON_PAGES
  if (at) return [KILL_AT_A_STEP]
  return onlyKills ? KILLS : FAULTS.filter(({ on }) => on.includes(kind))
}

/** While a process sleeps, others take over its work. When it wakes up, it must not repeat that work. */
async function freezeOne({ fleet, random, lapse }: Place): Promise<void> {
  const { process } = one(fleet, { random })
  const isAlone = fleet.members.length === 1
  await freeze(process, random.pick(isAlone ? [500, 3000] : [500, 3000, 12_000]), isAlone ? undefined : lapse)
}

async function deploy({ fleet }: Place): Promise<void> {
  for (const member of [...fleet.members]) mustBeZero(await fleet.restart(member))
}

async function rotateKeys({ fleet }: Place): Promise<void> {
  const { status, stderr } = await fleet.members[0]!.process.cli("encryption", "rotate")
  if (status !== 0) throw new Error(`vintem encryption rotate ended with ${status}: ${stderr}`)
}

async function slowDisk({ fleet, random }: Place): Promise<void> {
  const { process } = fleet.members[0]!
  await process.ask("slowDisk", random.pick([20, 200, 1000]))
  await pause(2000)
  await process.ask("slowDisk", 0)
}

async function fillDisk({ fleet, random }: Place): Promise<void> {
  const { process } = fleet.members[0]!
  // Setting or lifting the limit is a transaction, which fails together with those that share its commit. But the limit then still applies.
  const limit = (...pages: number[]) =>
    process.ask("fillDisk", ...pages).then(
      () => true,
      () => false,
    )
  await limit(random.integer(0, 20))
  await pause(1000)
  await until(() => limit())
}

async function scale({ fleet, random }: Place): Promise<void> {
  const workers = fleet.members.filter(({ role }) => role === "worker")
  const canAdd = fleet.members.length < MAX_MEMBERS
  if (canAdd && (workers.length <= MIN_WORKERS || random.chance(0.5))) return fleet.add("worker")
  mustBeZero(await fleet.remove(random.pick(workers)))
}

/** Many confirm meanwhile. Their first commits meet the fault, or those of their outcomes, or some of both. */
async function commits({ line, random, lapse, gather }: Place, how: Line["commits"]): Promise<void> {
  const confirm = await gather("confirms")
  confirm()
  await pause(random.pick([0, 20, 50, 100, 200]))
  line!.commits = how
  await pause(random.integer(100, 500))
  line!.commits = "pass"
  await lapse()
}

async function refuseConnections({ line, random, lapse }: Place): Promise<void> {
  await line!.down()
  await pause(random.integer(100, 2000))
  await line!.up()
  await lapse()
}

function mustBeZero(status: number | null): void {
  if (status !== 0) throw new Error(`a process that was stopped with SIGTERM ended with ${status}`)
}
