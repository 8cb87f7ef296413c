// Statements in a simulated world: Cielo makes files each night, and a hand reads them.
import { cielo as CIELO } from "../../../src/acquirers/cielo/cielo.ts"
import { setCredentials } from "../../../src/acquirers/credentials.ts"
import { setEstablishments } from "../../../src/acquirers/establishments.ts"
import { dayOf, startOfDay } from "../../../src/base/day.ts"
import { setTerms } from "../../../src/ledger/terms/store.ts"
import { openAcquirerPayouts } from "../../../src/statements/settling/openings.ts"
import { ESTABLISHMENT } from "../../../test/support/cielo-statements/statements.ts"
import { randomFrom } from "../../merchants/random.ts"
import type { OpenBureau } from "../live-mode/bureau.ts"
import type { Machine, Owner } from "../machine.ts"
import { checkStatements, snapshotOf } from "./check.ts"
import { openClerk } from "./clerk.ts"
import { TERMS } from "./contract.ts"
import { statementHand } from "./hand.ts"

const HOUR_MS = 3_600_000
/** How often a process dies at a checkpoint of the reading or the settling of statements. */
const DIES = 0.03
/** Money is paid two banking days after its sale. */
const DAYS_AFTER = 2.5

/** Where a process may die besides: between the transactions of a file, and of what is posted for its lines. */
export function statementCheckpoint(machine: Machine, owner: Owner): (step: string) => void {
  return (step) => void (step.startsWith("statement") && machine.dies(owner, DIES))
}

export const openStatements: OpenBureau = async ({ world, mode, cielo, merchant: { account }, seed, random }) => {
  const { machine, database } = world
  const now = () => Math.floor(machine.now / 1000)
  const clerk = openClerk({ seed, random: randomFrom(random.integer(0, 2 ** 32 - 1)), now, sales: cielo.sales })
  const hand = statementHand(world, random)
  let isOver = false
  await database.transaction(async (tx) => {
    const at = { account, now: now() }
    const credentials = { kind: CIELO, members: cielo.merchant, funds: "acquirer" as const }
    await setCredentials(tx, { ...at, ring: mode.ring }, credentials)
    await setEstablishments(tx, at, "cielo", [ESTABLISHMENT.ec])
    await setTerms(tx, at, TERMS)
    await openAcquirerPayouts(tx, at, { acquirer: "cielo", since: dayOf(now()) })
  })

  /** Cielo makes the files of a day in the night after it. */
  async function night(): Promise<void> {
    for (let day = dayOf(now()); ; day++) {
      const at = startOfDay(day + 1) * 1000 + random.integer(HOUR_MS, 6 * HOUR_MS)
      await machine.pause(machine.world, at - machine.now)
      if (isOver) return
      for (const file of clerk.close(day)) hand.take(file)
    }
  }

  return {
    begin: () => void night(),
    days: DAYS_AFTER,
    paysOut: true,
    finish: async () => {
      isOver = true
      await hand.finish()
    },
    check: ({ listed, desk: { paidByHand } }) =>
      checkStatements({ ...{ database, account, clerk, listed, paidByHand }, read: [...hand.read], now: now() }),
    repeat: async () => {
      const before = await snapshotOf(database, account)
      const found = await hand.repeat()
      for (let minutes = 0; minutes < 30; minutes += 10) {
        world.hurry()
        await machine.pause(machine.world, 10 * 60_000)
      }
      const after = await snapshotOf(database, account)
      const changed = [...before.filter((each) => !after.includes(each)), ...after.filter((each) => !before.includes(each))]
      return [...found, ...changed.map((each) => `reading all files again changes something: ${each}`)]
    },
  }
}
