import { availableParallelism } from "node:os"
import { connect } from "../../src/db/connect.ts"
import { bankFor } from "../../test/support/bank.ts"
import { freshDatabases } from "../../test/support/databases.ts"
import { playRound } from "./round.ts"
import { startService } from "./service.ts"

/** The ledgers are compared after so many kills, and new merchants begin. */
const KILLS_A_ROUND = 40
const LANES = Math.min(2, availableParallelism())
const PRINT_EVERY_MS = 15_000

type Wanted = { count: number; seed: number; print: (line: string) => void }

/** Kills the service `count` times. Prints what differs. Returns the exit status. */
export async function killAndCompare({ count, seed, print }: Wanted): Promise<number> {
  const startedAt = Date.now()
  const interrupted = new Map<string, number>()
  let kills = 0
  let rounds = 0
  let isWrong = false
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const report = setInterval(() => print(`${kills} kills, ${rounds} comparisons, ${seconds()} s`), PRINT_EVERY_MS)
  const sizes = Array.from({ length: Math.ceil(count / KILLS_A_ROUND) }, (_, i) =>
    Math.min(KILLS_A_ROUND, count - i * KILLS_A_ROUND),
  )
  const lane = async () => {
    const databases = await freshDatabases()
    const bank = bankFor(databases)
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    const service = await startService(databases, bank)
    try {
      for (let next = sizes.pop(); next !== undefined && !isWrong; next = sizes.pop()) {
        const number = sizes.length
        const killed = (found: Map<string, number>) => {
          kills++
          for (const [step, times] of found) interrupted.set(step, (interrupted.get(step) ?? 0) + times)
        }
        const differences = await playRound({ service, bank, database }, seed + number, next, { killed })
        rounds++
        if (differences.length === 0) continue
        isWrong = true
        print(`After ${kills} kills (seed ${seed}, round ${number}) the ledgers differ:\n  ${differences.join("\n  ")}`)
      }
    } finally {
      await service.close()
      await database.close()
      bank.close()
      await databases.remove()
    }
  }
  print(`${count} kills with seed ${seed}`)
  await Promise.all(Array.from({ length: Math.min(LANES, sizes.length) }, lane))
  clearInterval(report)
  for (const [step, times] of [...interrupted].sort()) print(`  ${String(times).padStart(6)} interrupted: ${step}`)
  print(`${kills} kills, ${rounds} comparisons, ${seconds()} s: ${isWrong ? "the ledgers differ" : "the ledgers agree"}`)
  return isWrong ? 1 : 0
}
