// The Postgres of a run: a durable one of its own, or the one in TEST_POSTGRES_URL.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { administer, databaseUrl, startPostgres } from "../../../test/support/databases/postgres.ts"
import { familySeconds } from "./processes.ts"

export type Databases = {
  /** Creates a database and returns its URL. It is empty, or a copy of the database with the URL `template`. */
  create(template?: string): Promise<string>
  /** The processor time of all Postgres processes, in seconds. Undefined if they run on another machine. */
  seconds(): number | undefined
  remove(): Promise<void>
}

export async function startDatabases(): Promise<Databases> {
  const given = process.env.TEST_POSTGRES_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true })
  const postmaster = await postmasterOf(server.url)
  const names: string[] = []
  return {
    create: async (template) => {
      const name = `vintem_bench_${process.pid}_${names.length}`
      await administer(server.url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${new URL(template).pathname.slice(1)}` : ""}`)
      names.push(name)
      return databaseUrl(server.url, name)
    },
    seconds: () => (postmaster === undefined ? undefined : familySeconds(postmaster)),
    remove: async () => {
      for (const name of names) await administer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await server.stop()
    },
  }
}

/** Returns the main process of Postgres, if it runs on this machine. */
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("SHOW data_directory")
    return Number(readFileSync(join(rows[0].data_directory, "postmaster.pid"), "utf8").split("\n")[0])
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
