import { constants } from "node:os"
import { type Command, InvalidArgumentError } from "commander"
import { seed } from "../../seeds/seed.ts"
import { makePrivateDataDir } from "../base/files.ts"
import { written } from "../base/log.ts"
import { type Config, readConfig } from "../config/config.ts"
import { liveDatabasesOf } from "../config/databases.ts"
import { isSqlite } from "../db/drivers/connect.ts"
import { type Migrated, migrateDatabase } from "../db/migrations/migrate.ts"
import type { Role, Server } from "../serve.ts"
import { CannotRun } from "./shared/cannot-run.ts"
import { describeMigrated } from "./shared/migrated.ts"
import { print, withModesOrNew } from "./shared/operator.ts"
import { welcome } from "./welcome.ts"

export function serviceCommands(vintem: Command): void {
  vintem
    .command("serve")
    .description(
      "Run the API, the scheduler and the dashboard. On SIGTERM or SIGINT, it finishes the running requests and stops.",
    )
    .option("--role <role>", "all, or api, worker or dashboard to run them in separate processes", readRole, "all" as Role)
    .option("--database <name>", "with --role worker: do the work of this database only; main is also that of test mode")
    .option("--demo", "create the demo account of seed, and print a first request and a link to the dashboard when it is ready")
    .option("--json", "print the addresses that it listens on as one line of JSON")
    .action(runServer)

  vintem
    .command("migrate")
    .description("Migrate all databases of both modes to the schema of this version. Safe to repeat.")
    .option("--json", "print one JSON value")
    .action(async ({ json }) => {
      const done = await migrate()
      print(json, done, (list) => list.map(describe).join("\n"))
      mustAllBeMigrated(done)
    })

  vintem
    .command("seed")
    .description(
      "Create a demo account in test mode, with keys, a customer, products and a plan, and print its keys. Safe to repeat.",
    )
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModesOrNew(async (modes) => {
        print(json, await seed(modes.test), ({ account, secret_key, publishable_key, customer, product }) =>
          [
            `Demo account     ${account}`,
            `Secret key       ${secret_key}`,
            `Publishable key  ${publishable_key}`,
            `Customer         ${customer}`,
            `Product          ${product}`,
          ].join("\n"),
        )
      }),
    )
}

type ServerOptions = { role: Role; database?: string; demo?: boolean; json?: boolean }

async function runServer({ role, database, demo, json }: ServerOptions): Promise<void> {
  // Other commands start faster without the HTTP code.
  const { serve } = await import("../serve.ts")
  const config = readConfig(process.env)
  if (database !== undefined) mustBeOneOf(config, role, database)
  const server = await serve(config, { role, database })
  stopOnSignal(server, config)
  const hasApi = role === "all" || role === "api"
  if (json) {
    const { frameOrigin: frame_origin = null, dashboardOrigin: dashboard_origin = null, metricsUrl: metrics_url } = server
    console.log(JSON.stringify({ url: hasApi ? server.url : null, frame_origin, dashboard_origin, metrics_url }))
  }
  // A program that reads this line may send a signal at once.
  const places = [
    hasApi && `documentation: ${server.url}/v1/docs`,
    server.dashboardOrigin && `dashboard: ${server.dashboardOrigin}`,
    `metrics: ${server.metricsUrl}`,
  ]
  console.error(`Vintém is ready ${hasApi ? `at ${server.url} ` : ""}(${places.filter(Boolean).join(", ")})`)
  if (demo) console.error(await welcome(server))
}

function mustBeOneOf(config: Config, role: Role, database: string): void {
  if (role !== "worker") throw new CannotRun("--database is for --role worker: other processes use all databases.")
  const names = liveDatabasesOf(config).map(({ name }) => name)
  if (!names.includes(database))
    throw new Error(`There is no live database ${database}. There is: ${names.join(", ") || "none"}.`)
}

/** The time for deliveries and the database after the last request. */
const LAST_MS = 10_000
/** A terminal sends a signal to its whole process group, and npm forwards it once more. */
const SAME_SIGNAL_MS = 100

/** Ends the process with status 0 after a signal has stopped the server. A second signal ends it at once. */
function stopOnSignal(server: Server, { shutdownDelaySeconds, shutdownTimeoutSeconds }: Config): void {
  let stoppingSince: number | undefined
  const onSignal = async (signal: "SIGINT" | "SIGTERM") => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(128 + constants.signals[signal])
      return
    }
    stoppingSince = performance.now()
    console.error("Vintém is stopping. It finishes the running requests. A second signal ends it at once.")
    // A process that is stopped from a terminal has no load balancer to wait for.
    const delayMs = signal === "SIGTERM" ? shutdownDelaySeconds * 1000 : 0
    const withinMs = shutdownTimeoutSeconds * 1000
    const giveUp = () => {
      console.error("Vintém could not close everything in time, and ends. Other processes finish what it had begun.")
      process.exit(1)
    }
    setTimeout(giveUp, delayMs + withinMs + LAST_MS)
    await server.close({ delayMs, withinMs })
    await written()
    // A call to an acquirer whose request was cut off would keep the process alive longer.
    process.exit(0)
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
}

type Done = { mode: string; database?: string } & (Migrated | { error: string })

/** Migrates one database after the other. With several databases of live mode, one that fails does not keep the others from it. */
async function migrate(): Promise<Done[]> {
  const config = readConfig(process.env)
  makePrivateDataDir(config.dataDir)
  const done: Done[] = [{ mode: "test", ...(await migrateDatabase(config.testDatabaseUrl, false)) }]
  const lives = liveDatabasesOf(config).filter(({ url }) => !isSqlite(url))
  for (const { name, url } of lives) {
    const which = { mode: "live", ...(lives.length > 1 && { database: name }) }
    const migrated = migrateDatabase(url, true, undefined, { name })
    done.push({
      ...which,
      ...(await (lives.length > 1 ? migrated.catch(({ message: error }: Error) => ({ error })) : migrated)),
    })
  }
  return done
}

function describe({ mode, database, ...done }: Done): string {
  return `${[mode, database].filter(Boolean).join(" ")}: ${"error" in done ? done.error : describeMigrated(done)}`
}

function mustAllBeMigrated(done: readonly Done[]): void {
  const failed = done.flatMap((each) => ("error" in each ? [each.database] : []))
  if (failed.length > 0) throw new Error(`Databases that were not migrated: ${failed.join(", ")}.`)
}

function readRole(text: string): Role {
  if (text === "all" || text === "api" || text === "worker" || text === "dashboard") return text
  throw new InvalidArgumentError("Must be all, api, worker or dashboard.")
}
