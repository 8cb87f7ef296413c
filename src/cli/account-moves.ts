import type { Command } from "commander"
import type pg from "pg"
import { takeBack } from "../accounts/move/back.ts"
import { cleanAccount } from "../accounts/move/clean.ts"
import { moveAccount } from "../accounts/move/move.ts"
import { type Place, placeOf } from "../accounts/move/place.ts"
import type { Needs } from "../accounts/move/preflight.ts"
import { lockForCommand, type Move, type Side, tablesOfAccounts } from "../accounts/move/sides.ts"
import type { ActionName } from "../audit/actions.ts"
import { recordDone } from "../audit/log.ts"
import { isId } from "../base/ids.ts"
import { createLog } from "../base/log.ts"
import { type Config, readConfig } from "../config/config.ts"
import { liveDatabasesOf } from "../config/databases.ts"
import { openDirect, rowsOf, runsOn } from "../db/direct/client.ts"
import { masterKeyOf, openLiveDatabases } from "../modes/modes.ts"
import { currentActor } from "./shared/actor.ts"

/** From here on, an operator must say that the account may be away for so long. */
const ASK_ABOVE_SECONDS = 60
/** A move that was interrupted is repeated sooner. */
const LONG_AGO_MS = 3_600_000

export function moveCommands(accounts: Command): void {
  accounts
    .command("move")
    .argument("<account>", "the account")
    .requiredOption("--to <name>", "the database of live mode that it moves to")
    .option("--back", "undo a move that has not ended")
    .option("--yes", "also if the account is away for more than a minute, or was closed long ago")
    .description("Move an account to another database of live mode. It is answered 503 meanwhile. Safe to repeat.")
    .action((account: string, { to, back, yes }: { to: string; back?: boolean; yes?: boolean }) =>
      move(readConfig(process.env), { account, to, isAgreed: yes === true, back: back === true }),
    )

  accounts
    .command("clean")
    .argument("<account>", "the account, which has moved")
    .option("--yes", "its new database has been backed up since")
    .description("Delete the rows that an account has left behind when it moved. Safe to repeat.")
    .action((account: string, { yes }: { yes?: boolean }) => clean(readConfig(process.env), account, yes === true))
}

export type MoveOptions = {
  account: string
  to: string
  back?: boolean
  isAgreed?: boolean
  say?: (text: string) => void
  /** Called after each step. */
  checkpoint?: (step: string) => void
}

/** Moves an account to a database, or undoes a move to it. Throws in words if it cannot. */
export async function move(config: Config, options: MoveOptions): Promise<void> {
  const { account, to, back = false, isAgreed = false, say = console.log, checkpoint = () => {} } = options
  await withSides(config, async (sides, away) => {
    const destination = sideNamed(sides, to, away)
    const place = await placeOf(sides, account, away)
    if (place.home === destination) {
      if (back) throw new Error(`${account} is open in ${to}: a move to it cannot be undone. Move it to another database.`)
      return say(`${account} is in ${to}.`)
    }
    await lockForCommand(place.home)
    if (!back) await lockForCommand(destination)
    const { home, moving, isClosed, closedMs } = await placeOf(sides, account, away)
    if (home !== place.home) throw new Error(`Another command has just moved ${account}. Look with: vintem accounts list`)
    if (moving !== undefined && moving !== to)
      throw new Error(
        `${account} is moving from ${home.name} to ${moving}. Finish that with --to ${moving}, or undo it with --to ${moving} --back.`,
      )
    if (isClosed && Date.now() - closedMs > LONG_AGO_MS && !isAgreed)
      throw new Error(
        `${account} was closed in ${home.name} on ${new Date(closedMs).toISOString()}. If it has been open in ${to} since, as before ${to} was restored, then what happened there is lost by this. Say --yes if it has not.`,
      )
    const tables = await tablesOfAccounts(home.client)
    const moved: Move = { account, from: home, to: destination, tables, say, checkpoint }
    const note = (action: ActionName) => () => audit(home.client, action, account)
    if (back) return undo(moved, { moving, isClosed }, note("account.move_back"))
    await moveAccount(moved, {
      master: masterKeyOf(config, true),
      isClosed,
      agree: (needs) => agree(moved, needs, isAgreed || isClosed),
      note: note("account.move"),
      reconnect: () => openDirect(urlOf(config, to)),
    })
    say(`Its old rows stay in ${home.name}. When ${to} has been backed up: vintem accounts clean ${account} --yes`)
  })
}

async function undo(
  move: Move,
  { moving, isClosed }: Pick<Place, "moving" | "isClosed">,
  note: () => Promise<void>,
): Promise<void> {
  const { account, from, say } = move
  if (moving === undefined) return say(`${account} is in ${from.name}, and is not moving.`)
  await takeBack(move, isClosed, note)
  say(`${account} is open in ${from.name} again.`)
}

function agree({ account, from, to, say }: Move, { payments, rows, bytes, seconds }: Needs, isAgreed: boolean): void {
  const size = `${payments} payments, ${rows} rows, about ${Math.ceil(bytes / 1_000_000)} MB`
  say(`${account} (${size}) moves from ${from.name} to ${to.name}. It is away for about ${seconds} s.`)
  if (seconds > ASK_ABOVE_SECONDS && !isAgreed)
    throw new Error(
      `${account} would be away for about ${seconds} seconds, and ${to.name} needs room for ${Math.ceil(bytes / 1_000_000)} MB. Nothing is changed. Say --yes if it may be so.`,
    )
}

/** Deletes what an account has left behind, in each database that it has left. */
async function clean(config: Config, account: string, isBackedUp: boolean): Promise<void> {
  await withSides(config, async (sides, away) => {
    if (away.length > 0) throw new Error(`These databases do not answer: ${away.join(", ")}. Nothing is changed.`)
    const { home, isClosed } = await placeOf(sides, account, away)
    if (isClosed) throw new Error(`${account} is moving from ${home.name}, and is open nowhere yet. Finish the move first.`)
    if (!isBackedUp)
      throw new Error(
        `The old rows of ${account} are its only other copy. Say --yes when ${home.name} has been backed up since the move.`,
      )
    for (const side of sides) {
      const known = await rowsOf(side.client, "SELECT 1 FROM accounts WHERE id = $1 AND database <> $2", [account, side.name])
      if (known.length === 0) continue
      await lockForCommand(side)
      const tables = await tablesOfAccounts(side.client)
      const rows = await cleanAccount(side.client, account, tables, () => audit(side.client, "account.clean", account))
      console.log(`${side.name}: ${rows} rows of ${account} were deleted.`)
    }
  })
}

const audit = (client: pg.Client, action: ActionName, account: string) =>
  recordDone(runsOn(client), currentActor(), { action, account, target: isId(account) ? account : null })

type Work = (sides: Side[], away: string[]) => Promise<void>

/** Opens all databases of live mode, and a connection of the command's own to each. `away` are those that do not answer. */
async function withSides(config: Config, work: Work): Promise<void> {
  const places = liveDatabasesOf(config)
  if (places.length < 2) throw new Error("Live mode has one database. Add another one first (docs/operations/databases.md).")
  const sides: Side[] = []
  const away: string[] = []
  try {
    for (const { name, url } of places) {
      const side = await openSide(config, name, url).catch((error: Error) => {
        console.error(error.message)
        away.push(name)
        return undefined
      })
      if (side) sides.push(side)
    }
    await work(sides, away)
  } finally {
    for (const { client, database } of sides) {
      await client.end().catch(() => {})
      await database.close()
    }
  }
}

async function openSide(config: Config, name: string, url: string): Promise<Side> {
  const [database] = await openLiveDatabases(config, [name], createLog("silent"))
  if (!database) throw new Error(`There is no live database ${name}.`)
  try {
    return { name, database, client: await openDirect(url) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function sideNamed(sides: readonly Side[], name: string, away: readonly string[]): Side {
  const side = sides.find((each) => each.name === name)
  if (side) return side
  if (away.includes(name)) throw new Error(`The live database ${name} does not answer.`)
  throw new Error(`There is no live database ${name}. List them with: vintem databases list`)
}

function urlOf(config: Config, name: string): string {
  const place = liveDatabasesOf(config).find((each) => each.name === name)
  if (!place) throw new Error(`There is no live database ${name}.`)
  return place.url
}
