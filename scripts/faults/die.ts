// Kills a process at a moment of its work, and starts a successor.
import { existsSync, readFileSync, rmSync } from "node:fs"
import type { Spawned } from "../../test/support/app/vintem.ts"
import { MOMENTS, type Moment } from "../../test/support/banks/moments.ts"
import type { Crowd } from "../merchants/pages.ts"
import type { Random } from "../merchants/random.ts"
import { untilExit } from "./fleet.ts"
import type { Place } from "./place.ts"

type WayToDie = Parameters<Spawned["ask"]>

/** Enough for the transaction that applies an outcome, among the statements of other requests. */
const MAX_STATEMENTS_AFTER = 30
/** Those of a payout are followed by few statements. */
const WITHIN_A_TRANSACTION: readonly Moment[] = ["payout: decided", "payout: failed"]
const MAX_STATEMENTS_OF_A_PAYOUT = 8
const OF_MAILS = MOMENTS.filter((moment) => moment.startsWith("mail: "))
/** The transactions that mark a mail and that store its outcome follow these. */
const STATEMENTS_OF_MAILS: readonly Moment[] = ["mail: made", "mail: server answered"]
const MAX_STATEMENTS_OF_A_MAIL = 6
/** About as many as ten payers need. */
const COMMITS_OF_PAYERS = 40
const STATEMENTS_OF_PAYERS = 200
/** An erasure of ten customers, and the rest of the clock's advance. */
const STATEMENTS_OF_ERASURES = 400
/** How much a life does before it may die: nothing, or the moments of a few payments. */
const MOMENTS_BEFORE = [0, 10, 40, 80]
/** A life among many confirms ends after so many moments, and one that waits for a rare moment later. Each look-up is one. */
const MAX_MOMENTS = 200
const MAX_MOMENTS_FOR_RARE = 20_000
/** A process is killed after this time if its moment does not come, as when the bank holds all calls. */
const PATIENCE_MS = 15_000
/** The longest time during which no process lives. It exceeds the 15 minutes after which a missing sale counts as not made. */
const MAX_DOWN_SECONDS = 20 * 60

/** Lets a process die at one of the moments at which processes have died least often, or at a random statement or commit. */
export function dieAtMoment(place: Place): Promise<void> {
  return die(place, wayToDie(place.random, place.deaths.rareMoments(place.random)))
}

/** Lets a process die while many confirms share its transactions: at a step of one of them, or before a statement or commit. */
export async function dieAmongConfirms(place: Place): Promise<void> {
  await die(place, wayToDieAmongConfirms(place.random), await place.gather("confirms"))
}

/** Lets a process die while payers send forms of pages: at a step of a call, a mail, or before a statement or commit of a few forms. */
export async function dieAmongPayers(place: Place, crowd: Crowd): Promise<void> {
  const { random } = place
  await die(place, wayToDieAmongPayers(random), await place.gather(crowd))
}

/** Lets a process die while customers who never paid are erased. */
export async function dieWhileErasing(place: Place): Promise<void> {
  const { random } = place
  const how: WayToDie = random.chance(0.5)
    ? ["dieBeforeCommit", random.integer(1, COMMITS_OF_PAYERS)]
    : ["dieBeforeStatement", random.integer(1, STATEMENTS_OF_ERASURES)]
  await die(place, how, await place.gather("erased payers"))
}

/** Lets a process die at a step of a mail. Payers are always at work, so there are mails. */
export function dieAtMail(place: Place): Promise<void> {
  const { random } = place
  const moment = random.pick(OF_MAILS)
  return die(place, ["dieAtOneOf", [[moment, statementsAfter(moment, random)]], random.integer(0, 10), MAX_MOMENTS_FOR_RARE])
}

/** The checkpoints of an authentication and of the sale after it. */
export const STEPS_OF_AUTHENTICATIONS = [
  ...["begun", "enrolling", "enrolling answered", "validating", "validating answered"].map((step) => `authentication: ${step}`),
  ...["challenge: attempt written", "charge: stored", "charge: sent", "challenge: acquirer answered", "charge: settled"],
]

/** The checkpoints of PIX, refunds, mandates and the charges under them, and of what a bank is asked about them. */
export const STEPS_AT_BANK = [
  ...["confirm: attempt written", "charge: stored", "charge: sent", "confirm: acquirer answered", "charge: acquirer answered"],
  ...["charge: settled", "refund: attempt written", "refund: sent", "refund: acquirer answered", "refund: settled"],
  ...["reversal: sent", "reversal: settled", "void: sent", "void: settled", "inquiry: acquirer answered", "inquiry: settled"],
  ...["mandate: acquirer answered", "mandate: acquirer told", "payments: listed", "payments: compared"],
]

type Dying = Pick<Place, "fleet" | "random" | "lapse">

/** Lets a process die at the next of these steps. */
export function dieAtStep(steps: readonly string[]): (place: Dying) => Promise<void> {
  return async ({ fleet, random, lapse }) => {
    const member = random.pick(fleet.members)
    await member.process.ask("dieAt", random.pick(steps)).catch(() => {})
    await untilExit(member.process, PATIENCE_MS)
    await fleet.replace(member, lapse)
  }
}

function wayToDieAmongPayers(random: Random): WayToDie {
  if (random.chance(0.4)) return ["dieBeforeCommit", random.integer(1, COMMITS_OF_PAYERS)]
  if (random.chance(0.3)) return ["dieBeforeStatement", random.integer(1, STATEMENTS_OF_PAYERS)]
  const moment = random.pick(MOMENTS.filter((each) => /^(card|pix|verify|challenge): /.test(each)))
  return ["dieAtOneOf", [[moment, statementsAfter(moment, random)]], random.integer(0, 10), MAX_MOMENTS]
}

function wayToDieAmongConfirms(random: Random): WayToDie {
  if (random.chance(0.2)) return ["dieBeforeStatement", random.integer(1, 80)]
  if (random.chance(0.4)) return ["dieBeforeCommit", random.integer(1, 12)]
  const moment = random.pick(MOMENTS.filter((each) => each.startsWith("card: ")))
  return ["dieAtOneOf", [[moment, statementsAfter(moment, random)]], random.pick([0, 0, 20, 40]), MAX_MOMENTS]
}

/** Lets a process die so. `meanwhile` is work for the API that makes it die. Often all processes die with it, and start again after a while. */
export async function die(place: Place, how: WayToDie, meanwhile?: () => void): Promise<void> {
  const { fleet, random, deaths, deathNote, lapse, letTimePass } = place
  rmSync(deathNote, { force: true })
  const member = random.pick(meanwhile ? fleet.members.filter(({ role }) => role !== "worker") : fleet.members)
  await member.process.ask(...how).catch(() => {})
  meanwhile?.()
  await untilExit(member.process, PATIENCE_MS)
  if (fleet.members.length > 1 && random.chance(0.5)) await fleet.replace(member, lapse)
  else
    await fleet.restartAll(async () => {
      await lapse()
      if (random.chance(0.5)) await letTimePass(random.integer(1, MAX_DOWN_SECONDS))
    })
  deaths.died(existsSync(deathNote) ? (readFileSync(deathNote, "utf8") as Moment) : undefined)
}

function wayToDie(random: Random, moments: readonly Moment[]): WayToDie {
  if (random.chance(0.05)) return ["dieBeforeStatement", random.integer(1, 300)]
  if (random.chance(0.05)) return ["dieBeforeCommit", random.integer(1, 40)]
  const wanted = moments.map((moment) => [moment, statementsAfter(moment, random)])
  return ["dieAtOneOf", wanted, random.pick(MOMENTS_BEFORE), MAX_MOMENTS_FOR_RARE]
}

/** Most steps are a single point. After a response, the process dies between the statements that apply it. */
function statementsAfter(moment: Moment, random: Random): number {
  if (moment.endsWith(": answered")) return random.integer(1, MAX_STATEMENTS_AFTER)
  if (STATEMENTS_OF_MAILS.includes(moment)) return random.integer(0, MAX_STATEMENTS_OF_A_MAIL)
  if (WITHIN_A_TRANSACTION.includes(moment)) return random.integer(0, MAX_STATEMENTS_OF_A_PAYOUT)
  return moment.endsWith(": asked") && random.chance(0.5) ? random.integer(1, MAX_STATEMENTS_AFTER) : 0
}
