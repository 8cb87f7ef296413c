// Fails if `generated/` is out of date: it generates the files again and compares them.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.resolve(import.meta.dirname, "..")
const committed = path.join(root, "generated")

/** The sorted paths of all files below `directory`, relative to it, without node_modules and compiled code. */
const files = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part === "node_modules" || part === "dist"))
    .sort()

const fresh = mkdtempSync(path.join(os.tmpdir(), "vintem-generated-"))
try {
  execFileSync(process.execPath, [path.join(root, "scripts/generate.ts"), fresh], { stdio: "inherit", cwd: root })
  const expected = files(fresh)
  const actual = files(committed)
  const findings = [
    ...expected.filter((file) => !actual.includes(file)).map((file) => `missing: ${file}`),
    ...actual.filter((file) => !expected.includes(file)).map((file) => `not generated: ${file}`),
    ...expected
      .filter((file) => actual.includes(file))
      .filter((file) => !readFileSync(path.join(fresh, file)).equals(readFileSync(path.join(committed, file))))
      .map((file) => `differs: ${file}`),
  ]
  for (const finding of findings) console.error(`generated/: ${finding}`)
  if (findings.length > 0) {
    console.error("Run `make generate` and commit the result.")
    process.exitCode = 1
  } else console.log(`generated/ is up to date (${expected.length} files).`)
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
