// A live service whose merchants charge by PIX Automático at their bank, which is simulated. Both follow one clock, which a test moves.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { setCredentials } from "../../../src/acquirers/credentials.ts"
import { performDue } from "../../../src/jobs/perform.ts"
import { CLOCK_JOBS } from "../../../src/modes/wiring.ts"
import { mandateMembersFor } from "../../acquirers/bank-pix/open.ts"
import { startProxy } from "../../acquirers/bank-pix/proxy.ts"
import { type BankPix, type Start, startBankPix } from "../../bank-pix/bank-pix.ts"
import { millisOf } from "../../bank-pix/clock.ts"
import { type Environment, type Running, startVintem } from "../../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { statement } from "../../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { testAuthority } from "../../support/network/https-sink.ts"

/** A Monday. The periods of its subscriptions end on Thursday, the first of April, and charges are ordered on Saturday before. */
export const BEGIN = "2027-03-01T12:00"

export type LiveBank = {
  bank: BankPix
  /** The merchant's account at the bank. */
  account: BankPix["merchants"][number]
  vintem: Running
  databases: Databases
  /** The environment of commands and of further processes. */
  env: Environment
  clock: { ms: number }
  merchant: Merchant
  /** Tells the bank the merchant's address for notifications. */
  register(): Promise<void>
  /** Does what falls due by a time, each at its moment: ISO 8601 in São Paulo, or Unix seconds. */
  goTo(time: string | number): Promise<void>
  /** Does what is due now once, as so many workers at once. Some of it may fail. Returns how much was done. */
  work(workers?: number): Promise<number>
}

const kindFor = async (now: () => number) => bankPixKind({ ca: [(await testAuthority()).cert], now, listGapMs: 0 })

export type Options = Start & {
  tests?: number
  /** More of the service's environment. */
  environment?: () => Promise<Environment>
}

/**
 * Starts service and bank for the tests of a `describe`, which are at most `tests`. Each has a merchant of its own, with an account of its own at the bank,
 * and begins at BEGIN.
 */
export function withLiveBank({ tests = 20, environment, ...start }: Options = {}): LiveBank {
  const clock = { ms: millisOf(BEGIN), now: () => clock.ms }
  const on: LiveBank = Object.assign({} as LiveBank, { clock })
  const close: (() => Promise<unknown>)[] = []
  let count = 0
  before(async () => {
    on.bank = await startBankPix({ refunds: "at once", accounts: tests, clock: clock.now, ...start })
    const proxy = await startProxy(on.bank)
    on.databases = await freshDatabases({ live: true })
    const addresses = { ...addressesOf(on.bank), BASE_URL: proxy.url }
    on.env = { ...on.databases.env, ...addresses }
    const options = { role: "api", clock, acquirerKinds: [await kindFor(clock.now)] } as const
    on.vintem = await startVintem(
      { ...addresses, ...(await environment?.()) },
      { live: true, databases: on.databases, ...options },
    )
    proxy.forwardTo(on.vintem.url)
    close.push(on.vintem.close, on.databases.remove, proxy.close, () => on.bank.close())
  })
  beforeEach(async () => {
    clock.ms = millisOf(BEGIN)
    on.account = on.bank.merchants[count++]!
    on.merchant = await newMerchant(on.vintem, "live")
    await setBank(on)
  })
  afterEach(() => on.bank.faults.clear())
  after(async () => {
    for (const one of close) await one()
  })
  on.register = () => register(on)
  on.goTo = (time) => goTo(on, time)
  on.work = (workers) => work(on, workers)
  return on
}

function addressesOf({ urls }: BankPix): Environment {
  return {
    ...{ BANK_PIX_URL: urls.base, BANK_PIX_TOKEN_URL: urls.token.split("?")[0]! },
    ...{ BANK_PIX_MANDATES_URL: urls.rec, BANK_PIX_MANDATE_CHARGES_URL: urls.cobr },
  }
}

export const liveOf = ({ vintem }: LiveBank) => vintem.server.modes.live!
const scope = (on: LiveBank) => scopeOf(liveOf(on).database, liveOf(on), on.merchant.account)

/** What an operator does by `vintem acquirer set`. */
async function setBank(on: LiveBank): Promise<void> {
  const { database, ring } = liveOf(on)
  const { account, now } = await scope(on)
  const chosen = { kind: await kindFor(() => on.clock.ms), members: mandateMembersFor(on.bank, on.account) }
  await database.transaction((tx) => setCredentials(tx, { account, now, ring }, chosen))
}

async function register(on: LiveBank): Promise<void> {
  const shown = await on.vintem.cli("acquirer", "show", "--account", on.merchant.account, "--json")
  const { database, routingOf } = liveOf(on)
  const { own } = await database.transaction((tx) => routingOf(tx, on.merchant.account, "pix"))
  const { result } = await own!.acquirer.register!(shown.json[0].notification_url, AbortSignal.timeout(10_000))
  if (result !== "right") throw new Error("the bank has not taken the address")
}

const LAPSED = ["attempts", "mandates", "subscriptions", "acquirer_listings"].map((table) =>
  statement<void, "account">((k, p) => k(table).where({ account: p.account }).update({ held_until_ms: 0 })),
)

/** What a dead process held, and the time for which failing work is put off, are over. */
export async function lapse(on: LiveBank): Promise<void> {
  const { account } = on.merchant
  for (const one of LAPSED) await liveOf(on).database.transaction((tx) => tx.run(one, { account }))
}

async function work(on: LiveBank, workers = 1): Promise<number> {
  const { now } = await scope(on)
  let done = 0
  for (const [one, due] of await dueWorks(on)) {
    if (due > now) continue
    const at = await scope(on)
    const results = await Promise.all(Array.from({ length: workers }, () => performDue(at, one)))
    done += results.reduce((sum, each) => sum + each, 0)
  }
  return done
}

/** Each kind of work with the time at which some is due next, in Unix seconds, after the bank has told what its clock has brought. */
async function dueWorks(on: LiveBank) {
  on.bank.clock.tick()
  await on.bank.webhooks.settled()
  const { database } = liveOf(on)
  return Promise.all(
    CLOCK_JOBS.works.map(async (one) => {
      const due = await one.queue.nextDue(database, one.kind, on.merchant.account)
      return [one, due ?? Number.POSITIVE_INFINITY] as const
    }),
  )
}

async function goTo(on: LiveBank, time: string | number): Promise<void> {
  const target = typeof time === "number" ? time : millisOf(time) / 1000
  for (let inVain = 0; inVain < 50; ) {
    const next = Math.min(...(await dueWorks(on)).map(([, due]) => due))
    if (next > target) {
      if (on.clock.ms >= target * 1000) return
      // The bank may tell of what happens until then.
      on.clock.ms = target * 1000
      continue
    }
    on.clock.ms = Math.max(on.clock.ms, next * 1000)
    if ((await work(on)) > 0) inVain = 0
    else {
      inVain++
      await lapse(on)
    }
  }
  throw new Error(`what is due at ${new Date(on.clock.ms).toISOString()} is never done`)
}
