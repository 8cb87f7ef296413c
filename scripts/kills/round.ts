// One round: merchants take payments while the service is killed again and again. Then everything settles, and the ledgers are compared.
import type { Database } from "../../src/db/database.ts"
import type { Bank } from "../../test/support/bank.ts"
import { doneTwice } from "../invariants/done-twice.ts"
import { compareLedgers } from "../invariants/ledgers.ts"
import { letHoldsLapse, letTimePass } from "./holds.ts"
import { randomFrom } from "./random.ts"
import type { Service } from "./service.ts"
import { settle } from "./settle.ts"
import { changedAnswers, type Shop } from "./shop.ts"
import type { Tally } from "./tally.ts"
import { makeTrouble } from "./trouble.ts"
import { startWork } from "./work.ts"

export type World = { service: Service; bank: Bank; database: Database }

const MERCHANTS_AT_WORK = 10
/** If the bank holds all calls, a life ends after this time. */
const MAX_LIFE_MS = 15_000
const MINUTE = 60
/** The longest downtime. It exceeds the 15 minutes after which a missing sale counts as not made. */
const MAX_DOWN_SECONDS = 20 * MINUTE

/** Plays a round with this many kills. Returns the differences at the end. */
export async function playRound(world: World, seed: number, kills: number, tally: Tally): Promise<string[]> {
  const { service, bank, database } = world
  const random = randomFrom(seed)
  const work = await startWork(world, random, { merchants: MERCHANTS_AT_WORK })
  const shops = [work.shop, work.club]
  const accounts = shops.map(({ account }) => account)
  let twice: string | undefined
  for (let i = 0; i < kills && !twice && !work.failure(); i++) {
    makeTrouble(bank, random)
    const isReplaced = database.dialect === "postgres" && random.chance(0.5)
    if (isReplaced) await service.rise()
    tally.killed(await service.dieSometime(random, tally.rareMoments(random), MAX_LIFE_MS))
    twice = doneTwice(bank, accounts)
    await letHoldsLapse(database)
    // A call of a living process lasts at most a minute.
    const maxSeconds = isReplaced ? MINUTE : random.pick([MINUTE, MAX_DOWN_SECONDS])
    if (random.chance(0.5)) await letTimePass(database, work.shop.account, random.integer(1, maxSeconds))
    if (!isReplaced) await service.rise()
  }
  await work.stop()
  const broken = twice ?? work.failure()
  if (broken) return [broken]
  const differences = [...(await changedAnswers(service, work.shop)), ...(await settleAndCompare(world, shops))]
  tally.compared(bank, accounts)
  return differences
}

function settleAndCompare({ service, bank, database }: World, shops: Shop[]): Promise<string[]> {
  const restart = async (meanwhile: () => Promise<void>) => {
    await service.die()
    await meanwhile()
    await service.rise()
  }
  const compare = async () => {
    const found = shops.map(({ account, answers }) => compareLedgers(database, bank, account, answers))
    return (await Promise.all(found)).flat()
  }
  return settle({ bank, database, restart }, shops, compare)
}
