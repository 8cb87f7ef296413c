// Fresh databases for one test file: new SQLite files, or clones of the migrated Postgres templates.
import { randomBytes } from "node:crypto"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sqliteFile } from "../../../src/db/drivers/connect.ts"
import { migrateDatabase } from "../../../src/db/migrations/migrate.ts"
import { fastDirectory } from "./directory.ts"
import { administer, databaseUrl } from "./postgres.ts"

/** The database of this test run: "sqlite" or "postgres". For the few tests that apply to only one of them. */
export const kind = process.env.VINTEM_TEST_DATABASE ?? "sqlite"

/** The Postgres server, if there is one. Live mode needs it even if test mode is on SQLite. A script may have started it a moment ago. */
const postgres = () => process.env.TEST_POSTGRES_URL as string

export type Databases = { directory: string; env: Record<string, string>; remove(): Promise<void> }

/**
 * Creates and migrates a database for test mode and, with `live`, one for live mode. `further` creates more for live mode, which have their
 * names, but no key ring. `env` configures a server for them.
 */
export async function freshDatabases(options: { live?: boolean; further?: readonly string[] } = {}): Promise<Databases> {
  if (kind === "none") throw new Error("unit tests have no database: rename this file to *.test.ts")
  const directory = await fastDirectory("vintem-test-")
  const clones: string[] = []
  const env: Record<string, string> = {
    DATA_DIR: directory,
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    TEST_DATABASE_URL: kind === "postgres" ? await clone("test", clones) : `sqlite:${join(directory, "test.sqlite")}`,
  }
  if (options.live) Object.assign(env, { LIVE_DATABASE_URL: await clone("live", clones), LIVE_INSECURE_OK: "http" })
  for (const name of options.further ?? []) {
    const url = await clone("live", clones)
    await administer(url, `UPDATE settings SET value = '${name}' WHERE name = 'database'`)
    env[`LIVE_DATABASE_URL_${name.toUpperCase()}`] = url
  }
  if (kind === "sqlite") await writeFile(join(directory, "test.sqlite"), await migratedFile())
  return {
    directory,
    env,
    remove: async () => {
      for (const name of clones) await administer(postgres(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Creates a database without a schema, for tests of migrations. */
export async function emptyDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  if (kind === "postgres") {
    const name = `vintem_${randomBytes(8).toString("hex")}`
    await administer(postgres(), `CREATE DATABASE ${name}`)
    const remove = () => administer(postgres(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    return { url: databaseUrl(postgres(), name), remove }
  }
  const directory = await fastDirectory("vintem-test-")
  return { url: `sqlite:${join(directory, "empty.sqlite")}`, remove: () => rm(directory, { recursive: true, force: true }) }
}

let migrated: Promise<Buffer> | undefined

/**
 * Returns the file of a migrated SQLite database. The migrations run once in this process, because copying takes a thirtieth of their time.
 */
function migratedFile(): Promise<Buffer> {
  migrated ??= migrateFile()
  return migrated
}

async function migrateFile(): Promise<Buffer> {
  const { url, remove } = await emptyDatabase()
  await migrateDatabase(url, false)
  const content = await readFile(sqliteFile(url))
  await remove()
  return content
}

async function clone(mode: "test" | "live", clones: string[]): Promise<string> {
  const template = process.env.VINTEM_TEST_TEMPLATE
  if (!postgres() || !template) throw new Error("this test needs Postgres: run it with `npm test -- <file>`, which starts one")
  const name = `vintem_${randomBytes(8).toString("hex")}`
  // Copying the files takes half the processor time of Postgres's default, which logs every page.
  await administer(postgres(), `CREATE DATABASE ${name} TEMPLATE ${template}_${mode} STRATEGY file_copy`)
  clones.push(name)
  return databaseUrl(postgres(), name)
}
