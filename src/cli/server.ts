import { type Command, InvalidArgumentError } from "commander"
import { seed } from "../../seeds/seed.ts"
import { readConfig } from "../config/config.ts"
import { isSqlite } from "../db/connect.ts"
import { type Migrated, migrateDatabase } from "../db/migrate.ts"
import { makePrivateDataDir } from "../files.ts"
import type { Role } from "../serve.ts"
import { print, withModes } from "./operator.ts"

export function serviceCommands(vintem: Command): void {
  vintem
    .command("serve")
    .description("Run the API and the scheduler. On SIGINT or SIGTERM, finish the running requests and stop.")
    .option("--role <role>", "all, or api or worker to run them in separate processes", readRole, "all" as Role)
    .option("--json", "print the addresses that it listens on as one line of JSON")
    .action(runServer)

  vintem
    .command("migrate")
    .description("Migrate the databases of both modes to the schema of this version. Safe to repeat.")
    .option("--json", "print one JSON value")
    .action(async ({ json }) =>
      print(json, await migrate(), (done) => done.map(({ mode, ...migrated }) => `${mode}: ${describe(migrated)}`).join("\n")),
    )

  vintem
    .command("seed")
    .description(
      "Create a demo account in test mode, with keys, a customer, products and a plan, and print its keys. Safe to repeat.",
    )
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async (modes) => {
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

async function runServer({ role, json }: { role: Role; json?: boolean }): Promise<void> {
  // Other commands start sooner without the HTTP side.
  const { serve } = await import("../serve.ts")
  const server = await serve(readConfig(process.env), { role })
  await new Promise<void>((resolve) => {
    const stop = () => {
      console.error("Vintém is stopping. It takes no new requests and finishes the running ones.")
      // A second SIGINT does not wait for them.
      process.once("SIGINT", () => process.exit(130))
      void server.close().then(resolve)
    }
    process.once("SIGINT", stop)
    process.once("SIGTERM", stop)
    if (json) {
      const { url, frameOrigin: frame_origin = null, metricsUrl: metrics_url } = server
      console.log(JSON.stringify({ url: role === "worker" ? null : url, frame_origin, metrics_url }))
    }
    // Whoever reads this may send a signal at once.
    console.error(`Vintém is ready at ${server.url} (documentation: ${server.url}/v1/docs, metrics: ${server.metricsUrl})`)
  })
}

async function migrate(): Promise<({ mode: string } & Migrated)[]> {
  const { dataDir, testDatabaseUrl, liveDatabaseUrl } = readConfig(process.env)
  makePrivateDataDir(dataDir)
  const done = [{ mode: "test", ...(await migrateDatabase(testDatabaseUrl, false)) }]
  if (liveDatabaseUrl && !isSqlite(liveDatabaseUrl)) {
    done.push({ mode: "live", ...(await migrateDatabase(liveDatabaseUrl, true)) })
  }
  return done
}

function describe({ applied, newer }: Migrated): string {
  if (newer.length > 0) return `nothing to do: a newer version has migrated this database (${newer.join(", ")})`
  return applied.length > 0 ? applied.join(", ") : "up to date"
}

function readRole(text: string): Role {
  if (text === "all" || text === "api" || text === "worker") return text
  throw new InvalidArgumentError("Must be all, api or worker.")
}
