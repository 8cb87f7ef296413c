// Vintém on two databases of live mode, each behind a line that a test can interrupt, with a shop on each.
import { createAccount } from "../../src/accounts/accounts.ts"
import { createKey } from "../../src/accounts/keys.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import { livesOf } from "../../src/http/mode.ts"
import type { Mode } from "../../src/modes/wiring.ts"
import type { ServeOptions } from "../../src/serve.ts"
import type { Client } from "../support/app/client.ts"
import { type Environment, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { bankKind } from "../support/banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import type { Merchant } from "../support/merchants/merchant.ts"

export type Name = "main" | "east"
export const NAMES = ["main", "east"] as const

export type Two = {
  /** The service as it runs now. */
  vintem: Running
  databases: Databases
  lines: Record<Name, Line>
  /** The acquirer of the shops. */
  bank: Bank
  modeOn(name: Name): Mode
  /** A new shop on a database, with an acquirer. */
  newShop(name: Name): Promise<Merchant>
  stop(): Promise<void>
  /** Starts the service again on the same databases. */
  start(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** Timeouts of the databases are short, so that tests of silent ones end soon. */
const QUICK: Environment = {
  DATABASE_CONNECT_TIMEOUT_MS: "3000",
  DATABASE_STATEMENT_TIMEOUT_MS: "9000",
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: "8000",
}

export async function startOnTwo(settings: Environment = {}, options: ServeOptions = {}): Promise<Two> {
  const databases = await freshDatabases({ live: true, further: ["east"] })
  const lines = {
    main: await openLine(databases.env.LIVE_DATABASE_URL!),
    east: await openLine(databases.env.LIVE_DATABASE_URL_EAST!),
  }
  Object.assign(databases.env, { LIVE_DATABASE_URL: lines.main.url, LIVE_DATABASE_URL_EAST: lines.east.url })
  const added = await runCommand(["databases", "add", "east"], databases.env)
  if (added.status !== 0) throw new Error(added.stderr)
  const bank = bankFor(databases)
  const kind = bankKind(bank)
  const start = () => startVintem({ ...QUICK, ...settings }, { ...options, databases, acquirerKinds: [kind] })
  let current: Running | undefined = await start()
  const running = () => {
    if (!current) throw new Error("the service is stopped")
    return current
  }
  const modeOn = (name: Name) => livesOf(running().server.modes).find(({ database }) => database.name === name)!

  async function newShop(name: Name): Promise<Merchant> {
    const { test } = running().server.modes
    const { id: account } = await test.database.transaction((tx) => createAccount(tx, test.clock, `Loja ${name}`))
    const mode = modeOn(name)
    const { key } = await mode.database.transaction(async (tx) => {
      await createAccount(tx, mode.clock, `Loja ${name}`, account)
      const { now } = await scopeOf(tx, mode, account)
      const members = { merchant_id: crypto.randomUUID(), merchant_key: "k".repeat(40) }
      await setCredentials(tx, { account, now, ring: mode.ring }, { kind, members })
      return createKey(tx, mode, { account, kind: "secret" })
    })
    const request: Client["request"] = (method, path, body, more) => running().request(method, path, body, { key, ...more })
    return { account, key, request }
  }

  const stop = async () => {
    await current?.close()
    current = undefined
  }
  return {
    get vintem() {
      return running()
    },
    databases,
    lines,
    bank,
    modeOn,
    newShop,
    stop,
    start: async () => {
      current = await start()
    },
    close: async () => {
      await stop()
      bank.close()
      for (const line of Object.values(lines)) await line.close()
      await databases.remove()
    },
  }
}
