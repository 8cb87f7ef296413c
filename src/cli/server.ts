import { type Command, InvalidArgumentError } from "commander"
import { seed } from "../../seeds/seed.ts"
import { readConfig } from "../config/config.ts"
import { isSqlite } from "../db/connect.ts"
import { migrateDatabase } from "../db/migrate.ts"
import { type Role, serve } from "../serve.ts"
import { print, withModes } from "./operator.ts"

/** serve, migrate and seed. */
export function serviceCommands(vintem: Command): void {
  vintem
    .command("serve")
    .description("Run the API and the scheduler. Stops on SIGINT or SIGTERM once the requests under way are answered.")
    .option("--role <role>", "api or worker, to split them over processes; all by default", readRole, "all" as Role)
    .action(runServer)

  vintem
    .command("migrate")
    .description("Bring the databases of both modes to the schema of this version. Safe to repeat.")
    .option("--json", "print one JSON value")
    .action(async ({ json }) =>
      print(json, await migrate(), (done) =>
        done.map(({ mode, applied }) => `${mode}: ${applied.length > 0 ? applied.join(", ") : "up to date"}`).join("\n"),
      ),
    )

  vintem
    .command("seed")
    .description(
      "Make a demo account with keys, customers, products and a plan in test mode, and print its keys. Safe to repeat.",
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

async function runServer({ role }: { role: Role }): Promise<void> {
  const server = await serve(readConfig(process.env), { role })
  console.error(`Vintém is ready at ${server.url} (documentation: ${server.url}/v1/docs, metrics: ${server.metricsUrl})`)
  await new Promise<void>((resolve) => {
    const stop = () => {
      console.error("Vintém is stopping: no more requests are taken, those under way are finished.")
      // A second signal does not wait.
      process.once("SIGINT", () => process.exit(130))
      void server.close().then(resolve)
    }
    process.once("SIGINT", stop)
    process.once("SIGTERM", stop)
  })
}

async function migrate(): Promise<{ mode: string; applied: string[] }[]> {
  const { testDatabaseUrl, liveDatabaseUrl } = readConfig(process.env)
  const done = [{ mode: "test", applied: await migrateDatabase(testDatabaseUrl, false) }]
  if (liveDatabaseUrl && !isSqlite(liveDatabaseUrl))
    done.push({ mode: "live", applied: await migrateDatabase(liveDatabaseUrl, true) })
  return done
}

function readRole(text: string): Role {
  if (text === "all" || text === "api" || text === "worker") return text
  throw new InvalidArgumentError("It is all, api or worker.")
}
