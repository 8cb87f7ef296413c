import { availableParallelism } from "node:os"
import { connect } from "../../src/db/connect.ts"
import { bankFor } from "../../test/support/bank.ts"
import { freshDatabases } from "../../test/support/databases.ts"
import { playRound, type World } from "./round.ts"
import { startService } from "./service.ts"
import { newTally } from "./tally.ts"

/** After this many kills, the ledgers are compared and new merchants begin. */
const KILLS_A_ROUND = 25
/** A run with this many kills must have killed at every step of every kind. */
const KILLS_FOR_ALL = 500
const LANES = Math.min(2, availableParallelism())
const PRINT_EVERY_MS = 15_000

type Wanted = { count: number; seed: number; print: (line: string) => void }

/** Kills the service `count` times. Prints the differences. Returns the exit status. */
export async function killAndCompare({ count, seed, print }: Wanted): Promise<number> {
  const tally = newTally()
  const sizes = Array.from({ length: Math.ceil(count / KILLS_A_ROUND) }, (_, i) =>
    Math.min(KILLS_A_ROUND, count - i * KILLS_A_ROUND),
  )
  let isWrong = false
  const playRounds = async (world: World) => {
    for (let kills = sizes.pop(); kills !== undefined && !isWrong; kills = sizes.pop()) {
      const differences = await playRound(world, seed + sizes.length, kills, tally)
      if (differences.length === 0) continue
      isWrong = true
      const when = `After ${tally.kills()} kills (seed ${seed}, round ${sizes.length})`
      print(`${when} the ledgers differ:\n  ${differences.join("\n  ")}`)
    }
  }
  print(`${count} kills with seed ${seed}`)
  const report = setInterval(() => print(tally.progress()), PRINT_EVERY_MS)
  try {
    await Promise.all(Array.from({ length: Math.min(LANES, sizes.length) }, () => inNewWorld(playRounds)))
  } finally {
    clearInterval(report)
  }
  print(["Killed at:", ...tally.table()].join("\n  "))
  const missed = count < KILLS_FOR_ALL || isWrong ? [] : tally.missed()
  if (missed.length > 0) print(`Never killed at: ${missed.join(", ")}`)
  print(`${tally.progress()}: ${isWrong ? "the ledgers differ" : "the ledgers agree"}`)
  return isWrong || missed.length > 0 ? 1 : 0
}

async function inNewWorld(play: (world: World) => Promise<void>): Promise<void> {
  const databases = await freshDatabases()
  const bank = bankFor(databases)
  const database = connect(databases.env.TEST_DATABASE_URL!, false)
  const service = await startService(databases, bank)
  try {
    await play({ service, bank, database })
  } finally {
    await service.close()
    await database.close()
    bank.close()
    await databases.remove()
  }
}
