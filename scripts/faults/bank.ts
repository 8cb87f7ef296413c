// A merchant with PIX and PIX Automático at its own bank, whose simulator fails as well, while processes and Postgres fail.
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { subscriptions } from "../../src/billing/subscriptions/tables.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { checkSubscriptions } from "../invariants/ledgers.ts"
import { checkCharges, checkLiving } from "../invariants/living-mandates.ts"
import { checkMandates } from "../invariants/mandates.ts"
import type { Actor } from "../live-mode/actors.ts"
import { besides, strangersSentBack } from "../live-mode/own-bank.ts"
import { type Club, contest, disturb, manage, payCodes, subscribeByMandate } from "../live-mode/own-bank-mandates.ts"
import { payAtOwnBank, settleReturns } from "../live-mode/own-bank-payers.ts"
import { post, unlessUnexpected } from "../live-mode/payers.ts"
import { newNotes } from "../live-mode/till.ts"
import { randomFrom, shareOf } from "../merchants/random.ts"
import type { Merchant } from "../reliability/merchants.ts"
import { type OwnBankOfRun, startOwnBank } from "../reliability/own-bank.ts"
import { vintem } from "../reliability/vintem.ts"
import { FAULTS_AT_BANK } from "./kinds.ts"
import { failLive, type Kind, type Live, type LiveWanted, type Rested } from "./live.ts"

const HOUR = 3600
/** How much time passes after a fault: a weekly cycle is charged five days before it begins. */
const MAX_REST = 16 * HOUR
/** Without a trial and a price of its own, with a price, and with both. */
const CLUBS = [
  { isTrial: false, isPriced: false },
  { isTrial: false, isPriced: true },
  { isTrial: true, isPriced: true },
] as const
const TRIAL_DAYS = 2
/** Each mandate is asked about daily. */
const ASKED_TWICE = [26 * HOUR, 26 * HOUR]
const allSubscriptions = testOnly(subscriptions.find(["account"], (rows) => rows.orderBy("id")))

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export function failAtBank(wanted: LiveWanted): Promise<number> {
  return failLive(BANK, wanted)
}

const BANK: Kind = {
  start: async (directory, seed) => {
    const ownBank = await startOwnBank(1, directory, randomFrom(seed + 2))
    const clock = clockIn(directory, ownBank)
    const env = { ...ownBank.env, VINTEM_TEST_OWN_BANK_CLOCK: clock.file }
    return { env, clocks: [clock], ownBank, close: ownBank.close }
  },
  open: async (live, { ownBank }, merchant) => openRail(live, ownBank!, merchant),
}

/** The bank's time moves with that of the merchants, and the adapter in each process reads it of a file. */
function clockIn(directory: string, { bank }: OwnBankOfRun) {
  const file = join(directory, "own-bank-clock")
  let ahead = 0
  writeFileSync(file, "0")
  return {
    file,
    advance: async (ms: number) => {
      ahead += ms
      writeFileSync(`${file}.new`, String(ahead))
      renameSync(`${file}.new`, file)
      bank.clock.advance(ms)
      return null
    },
  }
}

async function openRail(live: Live, ownBank: OwnBankOfRun, merchant: Merchant) {
  const { env, cielo, database, time, seed } = live
  const { account } = merchant
  const { bank } = ownBank
  const clubs = await Promise.all(CLUBS.map((club) => openClub(env, merchant, club)))
  const detached = new Set<string>()
  const random = randomFrom(seed + 3)
  ownBank.fail()
  return {
    faults: FAULTS_AT_BANK,
    bank: besides(cielo.control, bank),
    till: { send: async () => undefined, status: async () => undefined, mpi: cielo.mpi.control, notes: newNotes() },
    act: actAt(ownBank, clubs, detached),
    rest: async ({ random }: Rested) => {
      settleReturns(bank, random)
      await time.pass(random.integer(HOUR, MAX_REST))
    },
    daily: async () => settleReturns(bank, random, { made: true }),
    end: async (pass: (...steps: number[]) => Promise<string[]>) => {
      ownBank.calm()
      const living = [
        ...(await pass(...ASKED_TWICE)),
        ...(await checkSubscriptions(database, account)),
        ...(await checkLiving(database, account, { bank, detached })),
        ...(await checkCharges(database, account)),
      ]
      await cancelAll(live, merchant)
      return living
    },
    check: async () => [
      ...(await checkSubscriptions(database, account)),
      ...(await checkMandates(database, account, bank)),
      ...strangersSentBack(bank),
      ...bank.misuse(),
    ],
    promise: "0 charged without a mandate",
  }
}

async function openClub(
  env: Record<string, string>,
  merchant: Merchant,
  { isTrial, isPriced }: (typeof CLUBS)[number],
): Promise<Club> {
  const { id: product } = await post(merchant, "/v1/products", { name: "Clube por PIX" })
  if (isPriced) await post(merchant, `/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
  const plan = [
    "--product",
    product,
    "--name",
    "Clube",
    "--interval",
    "WEEK",
    ...(isTrial ? ["--trial-days", String(TRIAL_DAYS)] : []),
  ]
  await vintem(env, "plans", "create", "--mode", "live", "--account", merchant.account, ...plan)
  return { product, isTrial, isPriced }
}

/** Payers pay and subscribe. Then they, their banks and the merchant do something with what is there. */
function actAt({ bank }: OwnBankOfRun, clubs: readonly Club[], detached: Set<string>): Actor {
  const [pay, subscribe] = [payAtOwnBank(bank), subscribeByMandate(bank, clubs)]
  const acts: readonly (readonly [number, Actor])[] = [
    [25, pay],
    [45, subscribe],
    [12, (place) => manage(place, clubs, detached)],
    [10, async ({ random }) => disturb(bank, random)],
    [2, async ({ random }) => payCodes(bank, random)],
    [6, async (place) => contest(bank, place)],
  ]
  return (place) => shareOf(place.random, acts)(place).catch(unlessUnexpected)
}

/** The merchant closes. */
async function cancelAll({ database }: Live, merchant: Merchant): Promise<void> {
  const begun = await database.all(allSubscriptions, { account: merchant.account })
  for (const { id } of begun.filter(({ status }) => status !== "CANCELED"))
    await post(merchant, `/v1/customer_subscriptions/${id}/cancel`, {}).catch(unlessUnexpected)
}
