import { execFile, execFileSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import pg from "pg"
import { freePort } from "../../test/support/databases/postgres.ts"

/** The programs of Postgres and the user that runs them. Under root this is `postgres`, because Postgres refuses to run as root. */
export type Postgres = { bin: string; user?: { uid: number; gid: number } }

export type Cluster = { url(database: string): string; data: string; port: number }

/** Files of the running server, which a base backup by file copy must omit. */
const NOT_COPIED = new Set(["postmaster.pid", "postmaster.opts"])

export function postgresFrom(bin: string): Postgres {
  if (process.getuid?.() !== 0) return { bin }
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })) // fails if it does not exist
  return { bin, user: { uid: id("-u"), gid: id("-g") } }
}

/** Creates a directory that belongs to the user of Postgres. */
export function makeDirectory({ user }: Postgres, directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (user) chownSync(directory, user.uid, user.gid)
  return directory
}

async function run({ bin, user }: Postgres, program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(join(bin, program), args, { ...user, cwd: "/" })
}

/** Creates a cluster that archives its write-ahead log, and starts it. */
export async function createCluster(postgres: Postgres, data: string, archive: string): Promise<Cluster> {
  makeDirectory(postgres, data)
  await run(postgres, "initdb", "--pgdata", data, "--username=vintem", "--auth=trust", "--encoding=UTF8", "--no-locale")
  const archiving = ["archive_mode = on", `archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`]
  writeFileSync(join(data, "postgresql.auto.conf"), [...archiving, "unix_socket_directories = ''", ""].join("\n"))
  return start(postgres, data)
}

async function start(postgres: Postgres, data: string): Promise<Cluster> {
  const port = await freePort()
  await run(
    postgres,
    "pg_ctl",
    "start",
    "--wait",
    "--pgdata",
    data,
    "--log",
    join(data, "log"),
    "--options",
    `-p ${port} -h 127.0.0.1`,
  )
  return { url: (database) => `postgres://vintem@127.0.0.1:${port}/${database}`, data, port }
}

/** Stops a cluster like a power cut. */
export async function crash(postgres: Postgres, { data }: Cluster): Promise<void> {
  await run(postgres, "pg_ctl", "stop", "--pgdata", data, "--mode=immediate")
}

/** Runs statements in one database, and returns the rows of the last one. */
export async function query(url: string, ...statements: string[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: pg.QueryResultRow[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Makes a base backup of a running cluster, with pg_basebackup if there is one. */
export async function backUp(postgres: Postgres, cluster: Cluster, to: string): Promise<string> {
  makeDirectory(postgres, to)
  if (existsSync(join(postgres.bin, "pg_basebackup"))) {
    await run(postgres, "pg_basebackup", "-h127.0.0.1", `-p${cluster.port}`, "-Uvintem", "-D", to, "--checkpoint=fast")
    return "pg_basebackup"
  }
  const client = new pg.Client({ connectionString: cluster.url("postgres") })
  await client.connect()
  await client.query("SELECT pg_backup_start('drill', true)")
  const isCopied = (path: string) => !NOT_COPIED.has(path.slice(cluster.data.length + 1)) && !/\/pg_wal\/./.test(path)
  await cp(cluster.data, to, { recursive: true, filter: isCopied, preserveTimestamps: true })
  const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop()")
  writeFileSync(join(to, "backup_label"), rows[0].labelfile)
  await client.end()
  own(postgres, to)
  return "pg_backup_start and a copy of the files"
}

/** Ends the current segment of the write-ahead log, and waits until it is archived. */
export async function archiveAll(cluster: Cluster): Promise<void> {
  const [segment] = await query(cluster.url("postgres"), "SELECT pg_walfile_name(pg_switch_wal()) AS name")
  for (;;) {
    const [seen] = await query(cluster.url("postgres"), "SELECT last_archived_wal AS name FROM pg_stat_archiver")
    if (seen!.name >= segment!.name) return
    await pause(100)
  }
}

/** Restores a base backup to a point in time, as docs/operations/backup.md says, and starts it. */
export async function restore(postgres: Postgres, backup: string, archive: string, target: string): Promise<Cluster> {
  const settings = [
    `restore_command = 'cp "${archive}/%f" "%p"'`,
    `recovery_target_time = '${target}'`,
    "recovery_target_action = 'promote'",
    "unix_socket_directories = ''",
  ]
  writeFileSync(join(backup, "postgresql.auto.conf"), `${settings.join("\n")}\n`)
  writeFileSync(join(backup, "recovery.signal"), "")
  own(postgres, backup)
  const cluster = await start(postgres, backup)
  const inRecovery = async () => (await query(cluster.url("postgres"), "SELECT pg_is_in_recovery() AS yes"))[0]!.yes
  while (await inRecovery()) await pause(100)
  return cluster
}

export function destroy({ data }: Cluster): void {
  rmSync(data, { recursive: true })
}

function own({ user }: Postgres, directory: string): void {
  chmodSync(directory, 0o700)
  if (!user) return
  chownSync(directory, user.uid, user.gid)
  for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" }))
    chownSync(join(directory, entry), user.uid, user.gid)
}
