// One simulated process of the service: the API, its workers and its deliverer, on a shared disk.
import type { RequestListener } from "node:http"
import pino from "pino"
import { createApp } from "../../src/app.ts"
import { readConfig } from "../../src/config/config.ts"
import { type Contract, loadContract } from "../../src/contract/contract.ts"
import type { Database } from "../../src/db/database.ts"
import { startDeliverer } from "../../src/events/webhooks/deliverer.ts"
import type { Poster } from "../../src/events/webhooks/post.ts"
import { Slots } from "../../src/events/webhooks/slots.ts"
import type { Limiter } from "../../src/http/limiter.ts"
import { type Beat, startScheduler } from "../../src/jobs/scheduler.ts"
import { type Opening, openModeOn } from "../../src/modes/modes.ts"
import { JOBS, type Mode } from "../../src/modes/wiring.ts"
import { Drawings } from "../../src/web/pay/drawings.ts"
import { VisitLimiter } from "../../src/web/pay/visit-limiter.ts"
import { createThreedsApp } from "../../src/web/threeds/app.ts"
import { DEFAULTS } from "../../test/support/app/vintem.ts"
import type { Machine, Owner } from "./machine.ts"

/** `threeds` serves the pages on which payers are authenticated. */
export type Process = { owner: Owner; mode: Mode; listener: RequestListener; threeds: RequestListener }
/** The acquirers of test mode or of live mode, as one process reaches them, and the checkpoints at which it may die. */
export type ReachedAcquirers = Pick<Opening, "acquirerOf" | "acquirerKinds" | "deskKinds" | "checkpoint">
type Parts = { database: Database; acquirers: ReachedAcquirers; poster: Poster; beat: Beat }

const BASE_URL = "https://pay.example"
const THREEDS_ORIGIN = "https://threeds.example"
/** What is not captured within a day is released. A seed has few days. */
const CIELO_CAPTURE_DAYS = "2"
/** Each comparison is a statement, and most of the simulated hours are idle. */
const COMPARED_EVERY_MS = 300_000

/** Starts a process. Rejects if its database fails, as when a real process cannot start. */
export async function startProcess(machine: Machine, owner: Owner, parts: Parts): Promise<Process> {
  const { database, acquirers, poster, beat } = parts
  const config = readConfig({
    ...DEFAULTS,
    CIELO_CAPTURE_DAYS,
    DATA_DIR: ".",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  })
  const log = pino(
    { level: "error", base: undefined, timestamp: false },
    { write: (line: string) => complain(machine, owner, line) },
  )
  const origins = { baseUrl: BASE_URL, ...(database.livemode && { threedsOrigin: THREEDS_ORIGIN }) }
  const opening = { log, ...origins, compareClocksEveryMs: COMPARED_EVERY_MS, ...acquirers }
  const opened = await openModeOn(database, config, opening)
  const mode: Mode = { ...opened, outbox: startDeliverer({ mode: opened, poster, slots: new Slots() }) }
  startScheduler([mode], JOBS, undefined, beat)
  // In a world of live mode, nothing asks for test mode.
  const modes = { test: mode, ...(mode.livemode && { live: mode }) }
  const pages = { refused: undefined, trustProxy: false as const, baseUrl: BASE_URL, visitLimiter: new VisitLimiter() }
  const app = createApp({
    modes,
    ...pages,
    contract: await contractWithoutDocument(),
    limiters: { of: async () => NO_LIMIT },
    cardTesting: { limits: { key: config.rateLimitCards, address: config.rateLimitCardsAddress }, observe: () => {} },
    frameOrigin: undefined,
    acquirerKinds: acquirers.acquirerKinds ?? [],
    drawings: new Drawings(() => {}),
    unready: async () => undefined,
    observe: () => {},
    log,
  })
  const threeds = createThreedsApp({ modes, ...pages, log, observe: () => {} })
  return { owner, mode, listener: app.callback(), threeds: threeds.callback() }
}

/**
 * Logged errors that faults of the database and the bank cause. Any other error is a bug. A card's key is gone if no process was up to take
 * over its payment for 25 minutes.
 */
const EXPECTED = new RegExp(
  [
    "Connection terminated|connection to the bank was lost|no answer within|the acquirer (bank|cielo|bank-pix) could not make|short-lived key no longer exists",
    "(NotSent|NoAnswer): (GET|POST|PUT) (/1/|/PENDING|/DONE|/lifecycle/|token)|the acquirer (cielo|bank-pix) (does not say|has not said)",
    "(NotSent|NoAnswer): (GET|POST|PUT|PATCH) /(cob|pix|rec|locrec|cobr)\\b",
    // The list of mandates is behind.
    "NoAnswer: the bank shows no mandate for the charge",
    // More of a payment has gone back in the bank's app than was known when a refund was ordered. The bank's simulator itself accuses wrong calls.
    "a bank refuses the data of a call",
    "[Tt]he clock of this host",
  ].join("|"),
)

/** What tells an operator of an item of the attention list. */
const ALARM = /^money arrived after a payment intent ended, and the acquirer cannot send it back/

function complain(machine: Machine, owner: Owner, line: string): void {
  const { err, msg } = JSON.parse(line)
  machine.say(`logged: ${msg}: ${err?.message}`, owner)
  if (!ALARM.test(msg) && !EXPECTED.test(`${msg} ${err?.message} ${err?.stack}`))
    machine.accuse(`an unexpected error: ${msg}: ${err?.stack}`)
}

/** Nothing reads the contract here, and rendering it takes longer than the rest of a process's start. */
async function contractWithoutDocument(): Promise<Contract> {
  const contract = await loadContract()
  const { openapi, info } = contract.document
  return { ...contract, document: { openapi, info, paths: {} } as Contract["document"] }
}

/** The quota stores have their own drivers, which are not simulated. */
const NO_LIMIT: Limiter = {
  take: async () => ({ allowed: true, remaining: 1, resetMs: Date.now() + 1000 }),
  look: async () => ({ remaining: 1, resetMs: Date.now() + 1000 }),
  close: async () => {},
}
