/**
 * Tests the contract in other languages. Generates a Python and a Go client from openapi.yaml in a temporary directory, compiles
 * them and takes one payment with each. Reports and skips a language that is not installed.
 */
import { execFile, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { startVintem } from "../test/support/vintem.ts"
import { runGenerator } from "./openapi-generator.ts"

const ROOT = resolve(import.meta.dirname, "..")
const PROGRAMS = join(ROOT, "scripts/clients")
const MODULE = "example.com/vintem"

type Run = (command: string, args: string[], cwd: string, env?: Record<string, string>) => Promise<string>

/** The commands for a language. `pay` returns the output of the program. */
type Language = {
  name: string
  command: string[]
  generator: string[]
  compile(directory: string, run: Run): Promise<void>
  pay(directory: string, run: Run, env: Record<string, string>): Promise<string>
}

const python: Language = {
  name: "Python",
  command: ["python3", "--version"],
  generator: ["-g", "python", "--package-name", "vintem"],
  compile: async (directory, run) => {
    await run("python3", ["-m", "venv", "venv"], directory)
    await run("venv/bin/pip", ["install", "-q", "--disable-pip-version-check", "-r", "requirements.txt", "mypy"], directory)
    await run("venv/bin/python", ["-m", "compileall", "-q", "vintem"], directory)
    cpSync(join(PROGRAMS, "payment.py"), join(directory, "payment.py"))
    await run("venv/bin/mypy", ["--ignore-missing-imports", "--follow-imports=silent", "payment.py"], directory)
  },
  pay: (directory, run, env) => run("venv/bin/python", ["payment.py"], directory, env),
}

const go: Language = {
  name: "Go",
  command: ["go", "version"],
  // In Go, the values of all enums share one namespace.
  generator: ["-g", "go", "--package-name", "vintem", "--additional-properties", "enumClassPrefix=true"],
  compile: async (directory, run) => {
    // The generated tests are empty stubs.
    rmSync(join(directory, "test"), { recursive: true, force: true })
    await run("go", ["mod", "edit", "-module", MODULE], directory)
    mkdirSync(join(directory, "payment"))
    cpSync(join(PROGRAMS, "payment.go"), join(directory, "payment/main.go"))
    await run("go", ["mod", "tidy"], directory)
    await run("go", ["vet", ".", "./payment"], directory)
    await run("go", ["build", "-o", "pay", "./payment"], directory)
  },
  pay: (directory, run, env) => run(join(directory, "pay"), [], directory, env),
}

const installed = ([command, ...args]: string[]) => spawnSync(command!, args).status === 0

const run: Run = async (command, args, cwd, env = {}) => {
  const path = command.startsWith("venv/") ? join(cwd, command) : command
  const options = { cwd, env: { ...process.env, ...env }, timeout: 300_000, maxBuffer: 2 ** 26 }
  try {
    return (await promisify(execFile)(path, args, options)).stdout.trim()
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`, { cause })
  }
}

const work = mkdtempSync(join(tmpdir(), "vintem-clients-"))
const directoryOf = ({ name }: Language) => join(work, name)

/** Starts a service and takes one payment with each client. Returns whether all succeeded. */
const payWithAll = async (languages: Language[]) => {
  const vintem = await startVintem()
  const statuses: string[] = []
  try {
    for (const language of languages) {
      const env = { VINTEM_KEY: vintem.key, VINTEM_BASE_URL: vintem.url }
      const status = await language.pay(directoryOf(language), run, env)
      console.log(`${language.name}: generated, compiled, one payment ${status}`)
      statuses.push(status)
    }
  } finally {
    await vintem.close()
  }
  return statuses.every((status) => status === "succeeded")
}

try {
  const languages = [python, go].filter(({ command }) => installed(command))
  for (const { name } of [python, go].filter((language) => !languages.includes(language))) {
    console.log(`${name}: not installed, skipped`)
  }
  for (const language of languages) {
    const directory = directoryOf(language)
    runGenerator(["generate", ...language.generator, "-i", join(ROOT, "openapi.yaml"), "-o", directory])
    await language.compile(directory, run)
  }
  if (!(await payWithAll(languages))) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
