// The set-up for each database. SQLite has one process that does everything. Postgres has two API processes and two workers, or two
// processes that do everything, behind a line that can be cut.
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { connect } from "../../src/db/drivers/connect.ts"
import { bankFor } from "../../test/support/banks/bank.ts"
import { type Databases, freshDatabases } from "../../test/support/databases/databases.ts"
import { type Line, openLine } from "../../test/support/databases/postgres-line.ts"
import { authorityFile, startSink } from "../../test/support/network/https-sink.ts"
import { type MailServer, startMailServer } from "../../test/support/network/mail-server.ts"
import { KEEPS_ALL_EVENTS } from "../merchants/holds.ts"
import { type Random, randomFrom } from "../merchants/random.ts"
import { readCommits } from "./commits-together.ts"
import { type Role, startFleet } from "./fleet.ts"
import { IMPATIENT, letAllLapse } from "./patience.ts"
import type { Kind } from "./place.ts"
import type { World } from "./run.ts"

const ROLES: Record<Kind, readonly Role[]> = { sqlite: ["all"], postgres: ["api", "api", "worker", "worker"] }
/** A process that does everything can die at each step. */
const ROLES_TO_KILL: Record<Kind, readonly Role[]> = { sqlite: ["all"], postgres: ["all", "all"] }
/** The share of webhooks that the merchants' server refuses, and the share that it accepts without a response. */
const REFUSED = 0.02
const UNHEARD = 0.02

type Wanted = Pick<World, "kind" | "crashPostgres"> & { seed: number; onlyKills?: boolean }

/** Starts everything, and passes it to `play`. */
export async function inNewWorld<Result>(wanted: Wanted, play: (world: World) => Promise<Result>): Promise<Result> {
  const { kind, seed, crashPostgres, onlyKills } = wanted
  const databases = await freshDatabases()
  const line = kind === "postgres" ? await openLine(databases.env.TEST_DATABASE_URL!) : undefined
  const bank = bankFor(databases)
  const database = connect(databases.env.TEST_DATABASE_URL!, false)
  const random = randomFrom(seed)
  const sink = await startSink((_request, response) => {
    if (random.chance(UNHEARD)) return response.destroy()
    response.writeHead(random.chance(REFUSED) ? 500 : 200).end()
  })
  const post = await startPost(randomFrom(seed + 1))
  const deathNote = join(databases.directory, "death-note")
  const commits = readCommits(join(databases.directory, "commits"))
  const notes = { VINTEM_TEST_DEATH_NOTE: deathNote, VINTEM_TEST_COMMITS: commits.file }
  const env = { ...(await environment(databases, bank.file)), ...notes, SMTP_URL: post.url }
  const fleet = await startFleet(throughLine(databases, line), env, (onlyKills ? ROLES_TO_KILL : ROLES)[kind])
  const lapse = () => letAllLapse(database)
  try {
    return await play({ kind, fleet, line, bank, database, sink, post, lapse, deathNote, commits, crashPostgres })
  } finally {
    await fleet.close()
    await sink.close()
    await post.close()
    await line?.close()
    await database.close()
    bank.close()
    await databases.remove()
  }
}

/** A mail server that is slow, refuses some mails for a while, and accepts some without an answer. */
async function startPost(random: Random): Promise<MailServer> {
  const post = await startMailServer()
  post.behavior.recipient = () => (random.chance(REFUSED) ? 451 : undefined)
  post.behavior.content = async () => {
    await pause(random.pick([0, 0, 0, 50, 300]))
    if (random.chance(UNHEARD)) return "drop"
    return random.chance(REFUSED) ? 451 : undefined
  }
  return post
}

function throughLine(databases: Databases, line: Line | undefined): Databases {
  return line ? { ...databases, env: { ...databases.env, TEST_DATABASE_URL: line.url } } : databases
}

async function environment(databases: Databases, bank: string): Promise<Record<string, string>> {
  return {
    ...IMPATIENT,
    ...KEEPS_ALL_EVENTS,
    ...{ LOG_LEVEL: "error", VINTEM_TEST_BANK: bank, SHUTDOWN_TIMEOUT_SECONDS: "3" },
    ...{ MAIL_FROM: "Plataforma <pagamentos@vintem.example>", TEST_MAIL: "send" },
    ...{ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: await authorityFile(databases.directory) },
  }
}
