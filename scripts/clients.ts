/**
 * Tests the contract in other languages. Generates clients from openapi.yaml in a temporary directory, each with its generator's defaults,
 * and compiles them. Some take a payment from the service, and some read responses with additions that they do not know. Reports and skips
 * a language that is not installed. Usage: clients.ts [part of a generator's name …]
 */
import { execFile, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { NEWEST_VERSION } from "../src/versions.ts"
import { startVintem } from "../test/support/app/vintem.ts"
import { FUTURE, startFuture } from "../test/support/contract/future.ts"
import type { Generator, Purpose, Run } from "./clients/generator.ts"
import { GENERATORS } from "./clients/generators.ts"

const expected = (purpose: Purpose, { lacksEvents }: Generator): string => {
  if (purpose === "payment") return "succeeded"
  return [FUTURE.status, ...(lacksEvents ? [] : [FUTURE.type]), FUTURE.code].join(" ")
}
const done = (purpose: Purpose, { lacksEvents }: Generator): string =>
  purpose === "payment" ? "took a payment" : `read answers with additions${lacksEvents ? ", except events" : ""}`

const runIn =
  (cwd: string): Run =>
  async (command, args, env = {}) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 600_000, maxBuffer: 2 ** 26 }
    try {
      return (await promisify(execFile)(command.includes("/") ? resolve(cwd, command) : command, args, options)).stdout.trim()
    } catch (cause) {
      const { stdout, stderr } = cause as { stdout: string; stderr: string }
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`, { cause })
    }
  }

const isInstalled = ({ needs: [command, ...args] }: Generator) => spawnSync(command, args).status === 0

/** Builds a client and starts its programs. Throws if a program's output differs from the expected one. */
const tryClient = async (generator: Generator, work: string, services: Record<Purpose, Record<string, string>>) => {
  const directory = join(work, generator.name.replace(/\W+/g, "-"))
  mkdirSync(directory)
  const begun = Date.now()
  const run = runIn(directory)
  await generator.build(directory, run)
  for (const purpose of generator.programs) {
    const printed = await generator.start(purpose, run, services[purpose])
    if (printed !== expected(purpose, generator)) throw new Error(`The ${purpose} program printed "${printed}".`)
  }
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    [
      `${generator.name} (${seconds} s): generated, compiled`,
      ...generator.programs.map((purpose) => done(purpose, generator)),
    ].join(", "),
  )
}

const names = process.argv.slice(2)
const chosen = GENERATORS.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))
if (chosen.length === 0)
  throw new Error(`No generator has such a name. There are: ${GENERATORS.map(({ name }) => name).join("; ")}`)

const work = mkdtempSync(join(tmpdir(), "vintem-clients-"))
const vintem = await startVintem()
// Generated clients are those of openapi.yaml, so their requests have its version.
const { key } = await vintem.newKey({ version: NEWEST_VERSION })
const future = await startFuture()
const services = {
  payment: { VINTEM_KEY: key, VINTEM_BASE_URL: vintem.url },
  additions: { VINTEM_BASE_URL: future.url },
}
try {
  for (const generator of chosen) {
    if (!isInstalled(generator)) {
      console.log(`${generator.name}: ${generator.needs[0]} is not installed, skipped`)
      continue
    }
    await tryClient(generator, work, services).catch((error: Error) => {
      console.error(`${generator.name}: FAILED\n${error.message}`)
      process.exitCode = 1
    })
  }
} finally {
  await future.close()
  await vintem.close()
  rmSync(work, { recursive: true, force: true })
}
