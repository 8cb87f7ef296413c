import { writeFile } from "node:fs/promises"
import { type Command, InvalidArgumentError, Option } from "commander"
import { type Demo, knownDemo } from "../../../../seeds/seed.ts"
import { readConfig } from "../../../config/config.ts"
import { NEWEST_VERSION, type Version } from "../../../versions.ts"
import { CannotRun } from "../../shared/cannot-run.ts"
import { readSecretFile } from "../../shared/secret-file.ts"
import { readVersion } from "../../shared/version.ts"
import type { Report } from "../run.ts"
import type { OtherKeys } from "../session.ts"
import type { Format } from "./report.ts"

type Options = {
  baseUrl?: string
  serviceVersion: Version
  key?: string
  keyFile?: string
  publishableKey?: string
  restrictedKeyFile?: string
  only?: string[]
  report: Format
  output?: string
  timeout: number
  webhooksUrl?: string
  webhooksPort: number
  list?: boolean
}

const HELP = `
The checks know openapi.yaml of this version of Vintém, and send HTTP requests only. With --service-version, each request names that
date, and the server must show nothing of later ones. They create customers, payments and more in test
mode, and move the test clock of the account forward by months. So use an account for this alone.

Without --base-url, it checks the service on this machine, and without a key, its demo account.

The secret test key is in the file of --key-file, or in the variable VINTEM_KEY. With --key, other users of this machine can see it while
the checks run. The account needs an active product with a plan for the checks of subscriptions. For the checks of deliveries, let an
https URL with a valid certificate lead to this machine.

Exit status: 0 if the server conforms, 1 if it does not, 2 if no check could run.

Examples:
  vintem conformance
  VINTEM_KEY=zsk_test_… vintem conformance --base-url https://api.shop.example
  vintem conformance --base-url http://127.0.0.1:3000 --key-file key --only paging idempotency.createCustomer
  vintem conformance --base-url http://127.0.0.1:3000 --key-file key --report junit --output report.xml`

export function conformanceCommand(vintem: Command): void {
  vintem
    .command("conformance")
    .description("Check whether a server is this API: send requests, and compare its responses and webhooks with openapi.yaml.")
    .addOption(
      new Option("--base-url <url>", "where the server is; this machine, if left out").env("VINTEM_BASE_URL").argParser(readUrl),
    )
    .option("--service-version <date>", "the version of the contract to hold it to", readVersion, NEWEST_VERSION)
    .option("--key <key>", "a secret test key")
    .option("--key-file <path>", "a file with a secret test key; - is stdin (env: VINTEM_KEY has the key)")
    .option("--publishable-key <key>", "a publishable test key of the same account, for the checks of pages")
    .option("--restricted-key-file <path>", "a file with a restricted test key that has only the scope balance:read")
    .option("--only <names...>", "only these groups or checks, such as paging or payments.card")
    .addOption(new Option("--report <format>", "the form of the report").choices(["text", "json", "junit"]).default("text"))
    .option("--output <file>", "write the report to a file instead of stdout")
    .option("--timeout <seconds>", "how long to wait for a response, and for a later effect such as a delivery", readSeconds, 30)
    .option("--webhooks-url <url>", "an https URL that leads to --webhooks-port on this machine", readHttpsUrl)
    .option("--webhooks-port <port>", "where webhooks arrive on this machine", readPort, 4243)
    .option("--list", "print the checks and end")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { failed, checks } = await carriedOut(options).catch((error: Error) => {
        throw error instanceof CannotRun ? error : new CannotRun(error.message, { cause: error })
      })
      if (failed > 0)
        throw new Error(`${failed} of ${checks.length} checks failed: the server is not this API as openapi.yaml describes it.`)
      if (checks.length > 0 && checks.every(({ result }) => result === "not_tried"))
        throw new CannotRun("No check was tried, so nothing is known of the server. The report says what each of them needs.")
    })
}

/**
 * Runs or lists the checks. The modules that read the contract are loaded only here, because they would delay the start of every command.
 */
async function carriedOut(options: Options): Promise<Pick<Report, "failed" | "checks">> {
  const {
    list,
    baseUrl,
    serviceVersion: version,
    only = [],
    output,
    timeout,
    webhooksUrl: url,
    webhooksPort: port,
    report: format,
  } = options
  if (list) {
    const { printChecks } = await import("./list.ts")
    printChecks(only, version)
    return { failed: 0, checks: [] }
  }
  const { url: server, demo } = baseUrl ? { url: baseUrl } : serviceHere()
  const [key, keys] = [await secretKey(options, demo?.secret_key), await otherKeys(options, demo?.publishable_key)]
  const webhooks = url ? { url, port } : undefined
  const { conform } = await import("./conform.ts")
  const how = { only, format, webhooks, timeoutMs: timeout * 1000, toTerminal: !output }
  const { report, text } = await conform({ baseUrl: server, version, key, keys, ...how })
  if (output) await writeFile(output, `${text}\n`)
  else console.log(text)
  return report
}

/** The service that this machine's configuration describes, such as that of `make run`, and its demo account, if it has one. */
function serviceHere(): { url: string; demo?: Demo } {
  const { host, port, dataDir } = readConfig(process.env)
  return { url: `http://${host}:${port}`, demo: knownDemo(dataDir) }
}

/** `demo` is the key to use where none is given. */
async function secretKey({ key: given, keyFile }: Options, demo: string | undefined): Promise<string> {
  if (given && keyFile) throw new CannotRun("Give either --key or --key-file.")
  const key = given ?? (keyFile ? await readSecretFile(keyFile, "--key-file") : process.env.VINTEM_KEY?.trim() || demo)
  if (!key) throw new CannotRun("Which key? Give --key-file with a secret test key, or --key, or set VINTEM_KEY.")
  if (/_live_/.test(key))
    throw new CannotRun("This is a live key. The checks make payments, so they need a test key: zsk_test_….")
  if (!key.startsWith("zsk_test_")) throw new CannotRun("The checks need a secret test key, which begins with zsk_test_.")
  return key
}

async function otherKeys(
  { key, keyFile, publishableKey, restrictedKeyFile }: Options,
  demo: string | undefined,
): Promise<OtherKeys> {
  // Both keys must be of one account.
  const publishable = publishableKey ?? (key || keyFile || process.env.VINTEM_KEY ? undefined : demo)
  if (publishable && !publishable.startsWith("zk_test_"))
    throw new CannotRun("--publishable-key needs a publishable test key, which begins with zk_test_.")
  const restricted = restrictedKeyFile ? await readSecretFile(restrictedKeyFile, "--restricted-key-file") : undefined
  if (restricted && !restricted.startsWith("zrk_test_"))
    throw new CannotRun("--restricted-key-file needs a restricted test key, which begins with zrk_test_.")
  return { publishable, restricted }
}

/** Reads a URL, without trailing slashes, because paths begin with one. */
function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("Must be an http or https URL, such as http://127.0.0.1:3000.")
  return text.replace(/\/+$/, "")
}

function readHttpsUrl(text: string): string {
  if (!/^https:/i.test(text)) throw new InvalidArgumentError("Must be an https URL, as webhooks go to no other.")
  return readUrl(text)
}

function readSeconds(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("Must be a whole number from 1 to 999.")
  return Number(text)
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError("Must be a port, from 0 to 65535.")
  return Number(text)
}
