// Live mode, at the simulator of Cielo.
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { deskThrough } from "../../../src/acquirers/cielo/chargebacks/desk.ts"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import type { AttentionItem } from "../../../src/attention/item.ts"
import type { Authentications } from "../../../test/cielo/bank.ts"
import type { Request } from "../../../test/cielo/server.ts"
import { checkAnswers } from "../../invariants/answers.ts"
import { checkCapturing, readTold } from "../../invariants/captures.ts"
import { checkSecrets, checkService } from "../../invariants/differences.ts"
import { checkDisputes } from "../../invariants/disputes.ts"
import { line } from "../../invariants/line.ts"
import { checkMoney } from "../../invariants/money.ts"
import { checkPayouts } from "../../invariants/payouts.ts"
import { checkPayoutsAtBank } from "../../invariants/payouts-at-bank.ts"
import type { Actor } from "../../live-mode/actors.ts"
import { compareBooks, differenceIn, readBooks } from "../../live-mode/books.ts"
import { type Desk, openDesk } from "../../live-mode/desk.ts"
import { besides, type OwnBank, strangersSentBack } from "../../live-mode/own-bank.ts"
import { actLate } from "../../live-mode/own-bank-payers.ts"
import { makePayment, unlessUnexpected } from "../../live-mode/payers.ts"
import { type Random, randomFrom } from "../../merchants/random.ts"
import { actFor } from "../bursts.ts"
import type { Call } from "../http.ts"
import type { Machine, Owner } from "../machine.ts"
import type { Plan, Stage } from "../plan.ts"
import { headersOf, request } from "../shop.ts"
import { agreeIn } from "../terms.ts"
import type { World } from "../world.ts"
import type { Bureau, OpenBureau } from "./bureau.ts"
import { type CieloBank, openCielo } from "./cielo.ts"
import { handOn } from "./hand.ts"
import { type Callee, Line } from "./line.ts"
import { type Merchant, openMerchants, placeOf } from "./merchants.ts"
import { openSimulatedBank } from "./own-bank.ts"
import { openTreasury, type Treasury } from "./treasury.ts"

/**
 * What makes a world different. `paysEnded`: a PIX is also paid after Cielo has ended it, as banks clear late. `bureau`: has its own terms, and money
 * that the acquirer pays out. `checkpoint`: where processes may die besides.
 */
export type Difference = {
  actor?: Actor
  paysEnded?: boolean
  bureau?: OpenBureau
  checkpoint?: (machine: Machine, owner: Owner) => (step: string) => void
  /** Its own acquirer besides Cielo's sales: Cielo's desk for chargebacks. */
  counter?: (machine: Machine) => { callee: Callee; bureau: OpenBureau }
  /** What happens at the bank at which the merchants have their PIX. */
  ownBank?: (bank: OwnBank) => Actor
  /** The 3-D Secure of the acquirer, and the payers who are authenticated by it. */
  mpi?: (machine: Machine, seed: number) => AtMpi & { bureau: OpenBureau }
}

type AtMpi = {
  authentications: Authentications
  isFor(request: Request): boolean
  answer: Callee["answer"]
}

/** Those who work through the attention list, and who send payouts or read statements. */
type Office = { desk: Desk; treasury: Treasury | undefined; bureau: Bureau | undefined }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Cielo shows its bookings within this time, and sends its last notification. Waiting payments are looked up at least this often. */
const MAX_LATENESS_HOURS = 4
const MAX_POLL_GAP_HOURS = 25
/** Postponed work is done within these minutes. After the operator has settled a refund, its charge is checked within six hours. */
const SETTLING_MINUTES = [...Array<number>(10).fill(10), ...Array<number>(16).fill(30)]
const SETTLING_HOURS = 10
/** A question about a payment at the own bank waits for up to six hours, and as long again after a call that failed. */
const SETTLING_OWN_MINUTES = Array<number>(16).fill(60)
/** The share of operations that are those of the world's actor. */
const ACTS = 0.4
/** The share of operations that give the merchant other terms. */
const NEW_TERMS = 0.08
/** The share of operations about payouts. */
const PAYOUTS = 0.35

/** Opens Cielo for a seed. */
export function openCieloStage(difference: Difference): (machine: Machine, plan: Plan) => Stage {
  return (machine, plan) => {
    let world: World | undefined
    const mpi = difference.mpi?.(machine, plan.seed)
    const tell = async (call: Call) => (await world?.tryOnce(call))?.status ?? null
    const alone = openCielo(machine, plan.seed, tell, mpi?.authentications)
    const own = difference.ownBank && openSimulatedBank(machine, tell)
    const cielo: CieloBank = own ? { ...alone, own, control: besides(alone.control, own.bank) } : alone
    const answer: Callee["answer"] = (request, fault) =>
      mpi?.isFor(request) ? mpi.answer(request) : cielo.answer(request, fault)
    const sales: Callee = { name: "cielo", isLate: true, answer }
    const counter = difference.counter?.(machine)
    const bureau = counter?.bureau ?? mpi?.bureau
    return {
      acquirersOf: (owner) => ({
        acquirerKinds: [
          cieloKind({ connections: new Line(machine, owner, sales) }),
          ...(own ? [bankPixKind({ connections: () => new Line(machine, owner, own.callee), listGapMs: 0 })] : []),
        ],
        ...(counter && { deskKinds: { cielo: deskThrough(new Line(machine, owner, counter.callee)) } }),
        ...(difference.checkpoint && { checkpoint: difference.checkpoint(machine, owner) }),
      }),
      play: (created) => {
        world = created
        return play(created, cielo, plan, { ...difference, ...(bureau && { bureau }) })
      },
      close: () => {},
    }
  }
}

async function play(world: World, cielo: CieloBank, plan: Plan, difference: Difference): Promise<void> {
  const { seed, hours } = plan
  const { paysEnded = false } = difference
  const { machine } = world
  const { merchants, office } = await openWorld(world, cielo, seed, difference)
  const { desk, treasury, bureau } = office
  const [merchant] = merchants
  const { own } = cielo
  const actor = bureau?.act ?? (own && difference.ownBank?.(own.bank)) ?? difference.actor
  const draw = (random: Random) => {
    if (treasury && random.chance(NEW_TERMS)) return () => agreeIn(world, merchant, random)
    if (treasury && random.chance(PAYOUTS)) {
      const own = randomFrom(random.integer(0, 2 ** 32 - 1))
      return () => treasury.act(own)
    }
    const place = placeOf({ world, cielo, desk }, merchant, random)
    const act = actor && random.chance(ACTS) ? actor : makePayment
    // All answers are compared at the end. An unused token expires as time passes.
    return () => act(place).catch(unlessUnexpected)
  }
  machine.isStormy = true
  own?.keepSettling()
  bureau?.begin()
  await actFor(world, hours - MAX_LATENESS_HOURS - MAX_POLL_GAP_HOURS - SETTLING_HOURS, seed, draw)
  machine.isStormy = false
  world.hurry()
  await machine.pause(machine.world, MAX_LATENESS_HOURS * HOUR_MS)
  await payAllThatWaits(cielo, paysEnded)
  if (own) actLate(own.bank, randomFrom(seed + 2))
  if (bureau && bureau.days > 0) await goOn(world, bureau.days)
  await machine.pause(machine.world, MAX_POLL_GAP_HOURS * HOUR_MS)
  await bureau?.finish()
  await settle(world, cielo, merchants, office)
  if (!machine.violation) for (const changed of ((await bureau?.repeat()) ?? []).slice(0, 1)) machine.accuse(changed)
}

async function openWorld(world: World, cielo: CieloBank, seed: number, { bureau: open }: Difference) {
  const { database } = world
  const { merchants, first } = await openMerchants(world, cielo)
  const [merchant] = merchants
  const mode = { ...first.mode, database }
  const desk = openDesk({ mode, hand: handOn(mode), cielo: cielo.control, random: randomFrom(seed) })
  const parts = { world, mode, cielo, merchant, random: randomFrom(seed + 1) }
  const bureau = await open?.({ ...parts, seed })
  const treasury = bureau?.paysOut ? undefined : await openTreasury(parts)
  return { merchants, office: { desk, treasury, bureau } satisfies Office }
}

/** Nobody pays any more, and faults happen. */
async function goOn({ machine }: World, days: number): Promise<void> {
  machine.isStormy = true
  await machine.pause(machine.world, days * 24 * HOUR_MS)
  machine.isStormy = false
}

/** Every difference between the ledgers must be on the attention list. Then the operator settles what is listed, and no difference is left. */
async function settle(world: World, cielo: CieloBank, merchants: [Merchant, Merchant], office: Office): Promise<void> {
  const { desk, treasury } = office
  const { machine } = world
  let found: string[] = []
  for (const minutes of [...SETTLING_MINUTES, ...(cielo.own ? SETTLING_OWN_MINUTES : [])]) {
    world.hurry()
    await machine.pause(machine.world, minutes * MINUTE_MS)
    const told = cielo.tellAgain()
    await treasury?.finish()
    found = await differences(world, cielo, merchants, office)
    if (found.length === 0 && told + (await desk.work()) === 0) return
  }
  for (const first of found.slice(0, 1)) machine.accuse(first)
}

/** PIX and boletos are paid, in time or too late. */
async function payAllThatWaits({ control }: CieloBank, paysEnded: boolean): Promise<void> {
  const WAITING = { Pix: paysEnded ? [12, 13] : [12], Boleto: [1], CreditCard: [], DebitCard: [] }
  for (const { payment_id, type, status } of await control.ledger())
    if (WAITING[type].some((each) => each === status)) await control.pay({ payment: payment_id })
}

async function differences(
  world: World,
  { control, own: ownBank }: CieloBank,
  merchants: [Merchant, Merchant],
  { desk, treasury, bureau }: Office,
): Promise<string[]> {
  const { database, machine } = world
  const [one, other] = merchants
  const read = (path: string, key: string) => request(world, { method: "GET", path, headers: headersOf(key) })
  const ledger = await control.ledger()
  const items = await desk.list()
  const done = new Map([...desk.disputes.done, ...((await bureau?.done?.()) ?? [])])
  const listed = new Set(items.filter(({ kind }) => kind !== "statement_difference").map(({ payment_intent }) => payment_intent))
  const books = new Map(
    await Promise.all(merchants.map(async (each) => [each, await readBooks(database, each.account, ledger)] as const)),
  )
  const of = async (merchant: Merchant, stranger: Merchant) => {
    const { account, answers, key } = merchant
    const own = books.get(merchant)
    if (!own) return []
    const differenceOf = differenceIn(own, { listed, desk })
    const [told, now] = [await readTold(database, account), Math.floor(machine.now / 1000)]
    return [
      ...(await checkAnswers(database, account, answers, own.intents)),
      ...(await checkPayouts(database, account, now)),
      ...(await checkMoney(database, account, (await read("/v1/balance", key)).body, {
        differenceOf,
        now,
      })),
      ...checkCapturing({ intents: own.intents, answers, told }),
      ...checkDisputes({ ...own, told }, { done, now, hasCases: bureau?.done !== undefined }),
      ...(await checkService({ ...world, read }, merchant, stranger)),
    ]
  }
  return [
    ...compareBooks(ledger, [...books.values()], { listed, desk }),
    ...(ownBank ? strangersSentBack(ownBank.bank) : []),
    ...(await of(one, other)),
    ...(await of(other, one)),
    ...(treasury
      ? await checkPayoutsAtBank(database, {
          ...treasury,
          orders: treasury.bank.orders,
          listed: items.filter(({ kind }) => kind === "payout_unmatched").length,
        })
      : []),
    ...(bureau
      ? [
          ...items.filter(isFailing).map((item) => line("due work still fails", item)),
          ...(await bureau.check({ listed, desk, items })),
        ]
      : []),
    ...checkSecrets([world.disk.bytes().toString("latin1")]),
  ]
}

function isFailing({ kind }: AttentionItem): boolean {
  return kind === "work_failing"
}
