import type { Database, Transaction } from "../../../src/db/database.ts"
import { connect } from "../../../src/db/drivers/connect.ts"
import { type KeyRing, openKeyRing } from "../../../src/vault/key-ring.ts"
import { type Databases, freshDatabases } from "../databases/databases.ts"
import { sql } from "../databases/sql.ts"

/** The test mode database and its key ring without a service, for rules that concern no other process. */
export type BareMode = {
  databases: Databases
  database: Database
  ring: KeyRing
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  read(text: string): Promise<object[]>
  /** Runs SQL that no part of the service runs, for example to make rows older. */
  change(text: string): Promise<void>
  close(): Promise<void>
}

export async function openBareMode(): Promise<BareMode> {
  const databases = await freshDatabases()
  const database = connect(databases.env.TEST_DATABASE_URL!, false)
  const ring = await openKeyRing(database, Buffer.from(databases.env.ENCRYPTION_KEY!, "base64"))
  return {
    databases,
    database,
    ring,
    transaction: (work) => database.transaction(work),
    read: (text) => database.all(sql<object>(text), {}),
    change: async (text) => void (await database.transaction((tx) => tx.run(sql<void>(text), {}))),
    close: async () => {
      await database.close()
      await databases.remove()
    },
  }
}
