// Fails if a generated file or an example of openapi.yaml is out of date. Generates all of them again, and shows the differences.
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "..")

/** How many lines of a difference are shown for each file. `make generate` and git show the rest. */
const MOST_LINES = 60

/** The sorted paths of all files below `directory`, relative to the root, without node_modules and compiled code. */
const files = (root: string, directory: string): string[] =>
  readdirSync(path.join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part === "node_modules" || part === "dist"))
    .sort()

/** Compares both files line by line, without the header that names the temporary folder. */
const difference = (before: string, after: string): string[] => {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--no-color", before, after], {
    encoding: "utf8",
    maxBuffer: 64 << 20,
  })
  const lines = stdout.trimEnd().split("\n")
  const shown = lines.slice(lines.findIndex((line) => line.startsWith("@@")))
  const more = shown.length - MOST_LINES
  return [...shown.slice(0, MOST_LINES), ...(more > 0 ? [`… and ${more} more lines`] : [])]
}

const compareWith = (fresh: string): string[] => {
  const expected = [...files(fresh, "generated"), ...files(fresh, "docs")]
  const unknown = files(root, "generated").filter((file) => !expected.includes(file))
  return [
    ...unknown.map((file) => `${file} is not generated.`),
    ...expected.flatMap((file) => {
      const [committed, generated] = [path.join(root, file), path.join(fresh, file)]
      if (!existsSync(committed)) return [`${file} is missing.`]
      if (readFileSync(generated).equals(readFileSync(committed))) return []
      return [`${file} is out of date:`, ...difference(committed, generated)]
    }),
  ]
}

const examples = spawnSync(process.execPath, [path.join(root, "scripts/examples.ts"), "--check"], { stdio: "inherit" })
if (examples.status !== 0) process.exitCode = 1

const fresh = mkdtempSync(path.join(os.tmpdir(), "vintem-generated-"))
try {
  execFileSync(process.execPath, [path.join(root, "scripts/generate.ts"), fresh], { stdio: "inherit", cwd: root })
  const findings = compareWith(fresh)
  if (findings.length > 0) {
    console.error(`${findings.join("\n")}\nRun \`make generate\` and commit the result.`)
    process.exitCode = 1
  } else console.log(`The generated files are up to date (${[...files(fresh, "generated"), ...files(fresh, "docs")].length}).`)
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
