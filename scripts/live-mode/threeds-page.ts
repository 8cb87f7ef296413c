// The page on which a payer is authenticated, as the browsers of payers use it: its script sends the same.
import type { ChallengeEnd } from "../../test/cielo/mpi/types.ts"
import type { Json } from "../../test/support/app/client.ts"
import { randomFrom } from "../merchants/random.ts"
import type { Place } from "./place.ts"
import type { Till } from "./till.ts"

/** A payment that waits for its payer, and its page. */
export type Waiting = { intent: string; amount: number; url: string }

/** What a payer does within a tab, and how long what they do next may take. */
const BETWEEN_MS = [0, 500, 4000, 60_000]
/** The token of a session lives 20 minutes, and the bank's page 10. */
const LONG_MS = [5 * 60_000, 11 * 60_000, 21 * 60_000]
const MAX_TRIES = 4
const WATCHED = 8
const ENDS: readonly ChallengeEnd[] = ["success", "success", "success", "success", "failure", "cancel"]
/** What the MPI answers now and then. After the last one, a challenge comes where only data was sent. */
const TWISTS = ["reason:151", "reason:MPI901", "reason:MPI601", "challenge"]
const OTHERWISE = ["reason:MPI601", "reason:151"]
const BROWSER = {
  ...{ language: "pt-BR", screen_width: 390, screen_height: 844, color_depth: 24, time_zone_offset: 180, java_enabled: false },
}
/** What the page asks for if the bank must know it and the customer has none. */
const CONTACT = {
  phone: "(11) 98765-4321",
  ...{ postal_code: "01310-200", line1: "Avenida Paulista", number: "1000", city: "São Paulo", state: "SP" },
}

/** A payer on the page, in one tab or two, who comes back, gives up, or closes it. Notes what the payer is told in the end. */
export async function visit(till: Till, place: Place, waiting: Waiting): Promise<void> {
  const { random } = place
  const tab = () => useTab(till, place, waiting)
  const later = async () => {
    await place.pause(random.pick(LONG_MS))
    await tab()
  }
  const leave = async () => {
    await place.pause(random.pick([...BETWEEN_MS, ...LONG_MS]))
    return till.send(waiting.url, "leave", {})
  }
  const onlyLeave = async () => {
    if ((await leave())?.step === "over") till.notes.left.add(waiting.intent)
  }
  const acts: (() => Promise<unknown>)[] = random.pick([
    [tab],
    [tab],
    [tab],
    [tab],
    [tab, tab],
    [tab, later],
    [tab, tab, later],
    [tab, leave],
    [onlyLeave],
    [],
  ])
  if (random.chance(0.15)) acts.push(() => goWrong(till, place, waiting))
  await Promise.all(acts.map((act) => act()))
  await watch(till, place, waiting)
}

/** As where a browser loads the page: from its first step, and again where that is lost or a new session may work. */
async function useTab(till: Till, { pause, ...place }: Place, waiting: Waiting): Promise<void> {
  const own = { ...place, pause, random: randomFrom(place.random.integer(0, 2 ** 32 - 1)) }
  let next: Json | undefined
  for (let tries = own.random.integer(2, MAX_TRIES); tries > 0 && next?.step !== "over"; tries--) {
    await pause(own.random.pick(BETWEEN_MS))
    next = await goThrough(till, own, waiting)
  }
}

/** One session. Undefined if an answer was lost, or if the payer has closed the tab. */
async function goThrough(till: Till, place: Place, waiting: Waiting): Promise<Json | undefined> {
  const { random, pause } = place
  const send = (step: string, body: object) => till.send(waiting.url, step, body)
  const rest = () => pause(random.chance(0.08) ? random.pick(LONG_MS) : random.pick(BETWEEN_MS))
  const isClosed = () => random.chance(0.05)
  const first = await send("begin", {})
  const begun = first && "wrong" in first ? await send("begin", CONTACT) : first
  if (begun?.step !== "collect" || isClosed()) return begun
  const { session } = begun
  await rest()
  const asked = await send("enroll", { session, browser: BROWSER })
  if (asked?.step !== "challenge") return asked
  till.notes.asked.add(asked.transaction_id)
  if (random.chance(0.15)) return closeChallenge(till, place, waiting)
  await rest()
  await answerBank(till, place, asked)
  if (isClosed()) return undefined
  if (random.chance(0.15)) return (await Promise.all([1, 2].map(() => send("validate", { session }))))[0]
  return send("validate", { session })
}

/** The payer closes what the bank shows. The MPI may say something else of the next session. */
async function closeChallenge({ mpi }: Till, { random }: Place, { amount }: Waiting): Promise<undefined> {
  if (random.chance(0.5)) await mpi.addFaults({ operation: "enroll", amount, fault: random.pick(OTHERWISE), times: 1 })
}

/** Some payers do nothing there, and some come when it is too late. */
async function answerBank({ mpi }: Till, { random, pause }: Place, { transaction_id: transaction }: Json): Promise<void> {
  if (random.chance(0.1)) return
  await mpi.answerChallenge(random.pick(ENDS), { transaction }).catch(() => {})
  await pause(random.pick(BETWEEN_MS))
}

/** For the first session, or for one after it. */
async function goWrong({ mpi }: Till, { random, pause }: Place, { amount }: Waiting): Promise<void> {
  await pause(random.pick(BETWEEN_MS))
  const operation = random.pick(["enroll", "validate"] as const)
  await mpi.addFaults({ operation, amount, fault: random.pick(TWISTS), times: random.integer(1, 2) })
}

/** The payer waits for the outcome, and believes what the page says. */
async function watch({ status, notes }: Till, { random, pause }: Place, { intent, url }: Waiting): Promise<void> {
  for (let times = random.integer(1, WATCHED); times > 0; times--) {
    const seen = await status(url)
    if (seen?.outcome) {
      notes.told.push({ intent, state: seen.outcome })
      return
    }
    await pause(random.pick([...BETWEEN_MS, ...LONG_MS]))
  }
}
