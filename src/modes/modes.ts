import type { Acquirer } from "../acquirers/acquirer.ts"
import type { OpenDesk } from "../acquirers/chargebacks.ts"
import { newCircuits } from "../acquirers/circuits.ts"
import { countCalls, type ObserveCall } from "../acquirers/count-calls.ts"
import { countDeskCalls } from "../acquirers/count-desk-calls.ts"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { mockAcquirer } from "../acquirers/mock/mock.ts"
import type { Clock } from "../base/clock.ts"
import { makePrivateDataDir } from "../base/files.ts"
import type { Logger } from "../base/log.ts"
import { MAIN } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import type { Config } from "../config/config.ts"
import { liveDatabasesOf } from "../config/databases.ts"
import { openCheckedClock } from "../db/checked-clock.ts"
import type { Database } from "../db/database.ts"
import { connect, isSqlite } from "../db/drivers/connect.ts"
import { checkCurrent, checkIsItself, isMigrated, migrateDatabase } from "../db/migrations/migrate.ts"
import type { Modes } from "../http/mode.ts"
import type { DrawBoleto } from "../mail/mode.ts"
import { orderOf } from "../marketing/order-of.ts"
import { newOwner, UnderWay } from "../payments/attempts/leases.ts"
import { CALL_DEADLINE_MS } from "../payments/attempts/store.ts"
import type { AttemptRow } from "../payments/attempts/table.ts"
import { openKeyRing } from "../vault/key-ring.ts"
import { masterKey } from "../vault/master-key.ts"
import { openShortLivedKeys } from "../vault/short-lived-keys.ts"
import { type OpenAcquirers, openAcquirers } from "./acquirers.ts"
import { openDesks } from "./desks.ts"
import { LiveModes, type Place } from "./live-modes.ts"
import {
  BANK_ACCOUNT_LISTENERS,
  BY_HAND_LISTENERS,
  EVENT_LISTENERS,
  FAILURE_LISTENERS,
  INTENT_LISTENERS,
  MANDATE_LISTENERS,
  type Mode,
  REFUND_LISTENERS,
} from "./wiring.ts"

export type Opening = {
  log: Logger
  baseUrl: string
  /** The origin of the pages on which payers are authenticated. Undefined if no process serves them. */
  threedsOrigin?: string | undefined
  /** A clock that is not compared with the database's. The default is the host's clock, compared. */
  clock?: Clock
  /** How often the host's clock is compared with the database's. */
  compareClocksEveryMs?: number
  /** Called at each checkpoint of an operation that must survive a crash. */
  checkpoint?: (step: string, attempt?: AttemptRow) => void
  /** The acquirer of an account in test mode. If it returns undefined, the mock is used. */
  acquirerOf?: (account: string) => Acquirer | undefined
  /** The acquirers that accounts can use in live mode. The default is ACQUIRER_KINDS. */
  acquirerKinds?: readonly AcquirerKind[]
  /** The acquirers at whose desks accounts can answer chargebacks. The default is all. */
  deskKinds?: Readonly<Record<string, OpenDesk>>
  /** Observes the calls to the acquirers of a mode, for the metrics. */
  observeCalls?: (livemode: boolean) => ObserveCall
  /** How long a call to an acquirer may take. The default is CALL_DEADLINE_MS. */
  callDeadlineMs?: number
  /** Draws the boletos that mails have attached. */
  drawBoleto?: DrawBoleto
  /** Further acquirers of test mode, for attempts that were stored with them. */
  acquirers?: readonly Acquirer[]
  /** Adds to a mode what its process needs, before anything else has it. */
  equip?: (mode: Mode) => Mode
  /** The database with the users of the dashboard, if it is another one. */
  users?: Database | undefined
}

export type OpenModes = Modes<Mode> & {
  /** Calls `begin` with each mode, and with each whose database answers only later. */
  each(begin: (mode: Mode) => unknown): Promise<void>
  /** From now on, looks for the databases of live mode that have not answered yet. */
  findAgain(): void
  close(): Promise<void>
}

/**
 * Opens the databases of both modes with everything that belongs to them. Migrates SQLite first. Throws if the database of test mode
 * cannot be reached, or none of live mode. Throws if a database is not migrated, belongs to the other mode, or has another name or key ring.
 * Throws if DATA_DIR is open to other users and cannot be closed to them.
 */
export async function openModes(config: Config, opening: Opening): Promise<OpenModes> {
  makePrivateDataDir(config.dataDir)
  const places = new Map(livePlaces(config).map((place) => [connectTo(place, config, opening.log), place]))
  // The users of the dashboard are in the main database of live mode, if there is one.
  const [users] = places.keys()
  const open = async (database: Database, place: Place) => {
    await checked(database, place)
    return openModeOn(database, config, { ...opening, users })
  }
  const { equip = (mode) => mode } = opening
  const lives = new LiveModes(places, open, equip, opening.log)
  const place = testPlace(config)
  const database = connectTo(place, config, opening.log)
  const closeAll = async (error: unknown) => {
    await Promise.all([database.close(), lives.close()])
    throw error
  }
  const bare = await open(database, place).catch(closeAll)
  await lives.openAll().catch(closeAll)
  const test = equip(bare)
  return {
    test,
    get live() {
      return lives.main
    },
    get others() {
      return lives.others
    },
    get absent() {
      return lives.absent
    },
    each: async (begin) => {
      await begin(test)
      await lives.each(begin)
    },
    findAgain: () => lives.findAgain(),
    close: async () => {
      await Promise.all([test.close(), lives.close()])
    },
  }
}

/**
 * Opens the databases of both modes, but not their key rings, so the encryption keys need not fit. Migrates SQLite first. Throws if
 * a database cannot be reached, is not migrated, belongs to the other mode, or has another name.
 */
export async function openDatabases(config: Config, log: Logger): Promise<[Database, ...Database[]]> {
  makePrivateDataDir(config.dataDir)
  const test = await openDatabase(testPlace(config), config, log)
  const lives: Database[] = []
  for (const place of livePlaces(config)) lives.push(await openDatabase(place, config, log))
  return [test, ...lives]
}

/** Opens databases of live mode, but not their key rings. Throws if one cannot be reached, is not migrated, or is another one. */
export async function openLiveDatabases(config: Config, names: readonly string[], log: Logger): Promise<Database[]> {
  const opened: Database[] = []
  try {
    for (const name of names) opened.push(await openDatabase(livePlaceOf(config, name), config, log))
    return opened
  } catch (error) {
    for (const database of opened) await database.close()
    throw error
  }
}

function livePlaceOf(config: Config, name: string): Place {
  return must(
    livePlaces(config).find((place) => place.name === name),
    "the place of a database",
  )
}

/** The key that wraps the key ring of a mode. */
export function masterKeyOf(config: Config, livemode: boolean): Buffer {
  const encryptionKey = livemode ? config.liveEncryptionKey : config.encryptionKey
  return masterKey({ encryptionKey, dataDir: config.dataDir })
}

function testPlace({ testDatabaseUrl: url }: Config): Place {
  return { livemode: false, name: MAIN, url }
}

function livePlaces(config: Config): Place[] {
  return liveDatabasesOf(config).map(({ name, url }) => ({ livemode: true, name, url }))
}

/** Makes the pool of a database's connections, or opens its file. On Postgres, nothing is sent yet. */
function connectTo({ url, livemode, name }: Place, config: Config, log: Logger): Database {
  return connect(url, livemode, {
    name,
    connections: config.databasePool,
    timeouts: {
      connect: config.databaseConnectTimeoutMs,
      statement: config.databaseStatementTimeoutMs,
      lock: config.databaseLockTimeoutMs,
      idleInTransaction: config.databaseIdleInTransactionTimeoutMs,
    },
    onError: (err) => log.error({ err }, "after a commit"),
  })
}

/** Throws if a database is not the one of a place, or if this version cannot use it. */
async function checked(database: Database, { url, livemode }: Place): Promise<Database> {
  if (isSqlite(url) && !(await isMigrated(database))) await migrateDatabase(url, livemode)
  await checkCurrent(database)
  await checkIsItself(database)
  return database
}

async function openDatabase(place: Place, config: Config, log: Logger): Promise<Database> {
  const database = connectTo(place, config, log)
  try {
    return await checked(database, place)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens a mode on its database: the key ring, the acquirers, and the state that a process keeps in memory. */
export async function openModeOn(database: Database, config: Config, opening: Opening): Promise<Mode> {
  const { livemode } = database
  const ring = await openKeyRing(database, masterKeyOf(config, livemode))
  const clock: Clock & { close?(): void } =
    opening.clock ?? (await openCheckedClock(database, opening.log, opening.compareClocksEveryMs))
  const { close, ...acquirers } = livemode
    ? openAcquirers({ database, ring, addresses: config, log: opening.log, kinds: opening.acquirerKinds })
    : acquirersOfTestMode(mockAcquirer({ database, clock, faults: config.mockFaults }), opening)
  const observed = opening.observeCalls?.(livemode)
  const desks = openDesks({
    ...{ database, ring, addresses: config, log: opening.log, kinds: opening.deskKinds },
    ...(observed && { observe: (desk) => countDeskCalls(desk, observed) }),
  })
  return {
    livemode,
    database,
    users: opening.users ?? database,
    ring,
    desks,
    shortLivedKeys: openShortLivedKeys(database, ring),
    clock,
    config,
    log: opening.log,
    baseUrl: opening.baseUrl,
    threedsOrigin: opening.threedsOrigin,
    ...(observed ? countCalls(acquirers, observed) : acquirers),
    circuits: newCircuits(),
    callDeadlineMs: opening.callDeadlineMs ?? CALL_DEADLINE_MS,
    owner: newOwner(),
    underWay: new UnderWay({ database, log: opening.log }),
    eventListeners: EVENT_LISTENERS,
    failureListeners: FAILURE_LISTENERS,
    bankAccountListeners: BANK_ACCOUNT_LISTENERS,
    ...mailOf(config, livemode, opening),
    intentListeners: INTENT_LISTENERS,
    mandateListeners: MANDATE_LISTENERS,
    orderOf,
    refundListeners: REFUND_LISTENERS,
    byHandListeners: BY_HAND_LISTENERS,
    checkpoint: opening.checkpoint ?? (() => {}),
    close: async () => {
      clock.close?.()
      await close()
      await desks.close()
      await database.close()
    },
  }
}

/** The mail server of a mode. Mails of test mode go nowhere unless the operator says otherwise. */
function mailOf({ smtpUrl: url, mailFrom: from, testMail }: Config, livemode: boolean, { drawBoleto }: Opening) {
  const isSent = url && from && (livemode || testMail === "send")
  return { ...(isSent && { mailServer: { url, from } }), ...(drawBoleto && { drawBoleto }) }
}

/** In test mode, every account has the mock, or the acquirer that a test provides. */
function acquirersOfTestMode(mock: Acquirer, { acquirerOf, acquirers = [] }: Opening): OpenAcquirers {
  return {
    routingOf: async (_db, account) => ({ own: { acquirer: acquirerOf?.(account) ?? mock, drained: false } }),
    acquirerOfAttempt: async (_db, { account, acquirer }) =>
      [acquirerOf?.(account), ...acquirers, mock].find((each) => each?.name === acquirer),
    close: async () => {},
  }
}
