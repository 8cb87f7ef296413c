// A copy of the checkout in which the tests run against one mutant after another.
import { execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { preparePostgres, type Run } from "../../test/support/runner/suite.ts"
import { buildSdk } from "../build/sdk.ts"

/** A test file and where it runs. */
export type Test = { run: Run; file: string }

/** `firstFailed` is the file of the first test that failed, and `said` its title and message. */
export type Verdict = { failed: boolean; timedOut: boolean; firstFailed?: string; said?: string; seconds: number }

export type Tree = {
  directory: string
  /** Runs tests one after another and stops at the first failure. `env` is added to the tests' environment. */
  test(tests: Test[], limitSeconds: number, env?: Record<string, string>): Promise<Verdict>
  write(file: string, text: string): void
  remove(): void
}

const ROOT = join(import.meta.dirname, "../..")

/** Copies every file that git does not ignore. The copies share the installed packages. */
function copyTree(postgres: Record<string, string>): Tree {
  const directory = mkdtempSync(join(tmpdir(), "vintem-mutants-"))
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  for (const file of listed.split("\n").filter((name) => name && existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, file), join(directory, file), { recursive: true, force: true })
  }
  cpSync(join(ROOT, "generated/sdk/dist"), join(directory, "generated/sdk/dist"), { recursive: true })
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"))
  return {
    directory,
    test: (tests, limitSeconds, env = {}) => runMocha(directory, tests, limitSeconds, { ...postgres, ...env }),
    write: (file, text) => writeFileSync(join(directory, file), text),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function runMocha(cwd: string, tests: Test[], limitSeconds: number, env: Record<string, string>): Promise<Verdict> {
  const result = join(cwd, ".result.json")
  rmSync(result, { force: true })
  const database = tests.some(({ run }) => run === "postgres") ? "postgres" : "sqlite"
  const args = ["--bail", "--timeout", "20000", "--reporter", "test/support/runner/reporter.ts", ...tests.map(({ file }) => file)]
  const started = performance.now()
  const child = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", ...args], {
    cwd,
    stdio: "ignore",
    detached: true, // its own process group, so killing the group also ends what a test started
    env: {
      ...process.env,
      ...env,
      VINTEM_TEST_DATABASE: database,
      VINTEM_TEST_RESULT: result,
      NODE_COMPILE_CACHE: join(tmpdir(), "vintem-compile-cache"),
    },
  })
  let timedOut = false
  const end = () => endGroup(child.pid!)
  process.prependListener("exit", end) // before the copy is removed, if this run is interrupted
  const timer = setTimeout(() => {
    timedOut = true
    end()
  }, limitSeconds * 1000)
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => {
      clearTimeout(timer)
      process.off("exit", end)
      end()
      const seconds = (performance.now() - started) / 1000
      resolve({ failed: timedOut || code !== 0, timedOut, ...readFirst(result, cwd), seconds })
    })
  })
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // The group has already ended.
  }
}

function readFirst(result: string, cwd: string): Pick<Verdict, "firstFailed" | "said"> {
  try {
    const [first] = JSON.parse(readFileSync(result, "utf8")).failed ?? []
    return { firstFailed: first?.file?.replace(`${cwd}/`, ""), said: first?.test }
  } catch {
    return {}
  }
}

/** Prepares Postgres and a copy of the checkout for each processor, and removes them when `work` has ended. */
export async function withTrees<Result>(work: (trees: Tree[]) => Promise<Result>): Promise<Result> {
  buildSdk()
  const postgres = await preparePostgres()
  const trees = Array.from({ length: availableParallelism() }, () => copyTree(postgres.env))
  process.once("exit", () => {
    for (const tree of trees) tree.remove()
  })
  try {
    return await work(trees)
  } finally {
    await postgres.stop()
  }
}
