/**
 * Runs OpenAPI Generator. Usage: node scripts/generate/openapi-generator.ts generate -g …
 *
 * openapitools.json pins the version, and the digest below pins its JAR. The npm wrapper downloads the JAR into .cache/ once, without
 * checking it. So this script compares the digest before every use and starts the JAR itself.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const SHA256: Record<string, string | undefined> = {
  "7.25.0": "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae",
}

const root = fileURLToPath(new URL("../..", import.meta.url))
const { version, storageDir } = JSON.parse(readFileSync(join(root, "openapitools.json"), "utf8"))["generator-cli"] as {
  version: string
  storageDir: string
}
const jar = join(root, storageDir, `${version}.jar`)

const downloadJar = () => {
  const wrapper = createRequire(import.meta.url).resolve("@openapitools/openapi-generator-cli/main.js")
  // After the download, the wrapper always runs the unchecked JAR. Without Java in PATH it fails, but leaves the JAR in place. It reads PWD
  // to find openapitools.json.
  spawnSync(process.execPath, [wrapper, "version-manager", "set", version], {
    cwd: root,
    env: { ...process.env, PATH: "/nonexistent", PWD: root },
    stdio: "ignore",
    timeout: 300_000,
  })
  if (!existsSync(jar)) {
    throw new Error(`OpenAPI Generator ${version} could not be downloaded. Connect to the network: generating needs it once.`)
  }
}

/** Throws if a file does not have the expected SHA-256. Removes the file first, so nobody runs it. */
export const verify = (file: string, expected: string): void => {
  const found = createHash("sha256").update(readFileSync(file)).digest("hex")
  if (found === expected) return
  rmSync(file)
  throw new Error(`${basename(file)} has the SHA-256 ${found} instead of ${expected}. The file was removed and not run.`)
}

/** Returns the path of the JAR. Downloads it if it is missing. Throws if its digest differs from the pinned one. */
export const generatorJar = (): string => {
  const expected = SHA256[version]
  if (expected === undefined)
    throw new Error(`No digest is pinned for OpenAPI Generator ${version}. Add it to scripts/generate/openapi-generator.ts.`)
  if (!existsSync(jar)) downloadJar()
  verify(jar, expected)
  return jar
}

/** Runs OpenAPI Generator. If it fails, throws an error with its output. */
export const runGenerator = (args: string[]): void => {
  const { status, error, stdout, stderr } = spawnSync("java", ["-jar", generatorJar(), ...args], {
    cwd: root,
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 2 ** 20,
  })
  if (error) throw new Error("Java could not be started. OpenAPI Generator needs Java 11 or later.", { cause: error })
  if (status !== 0) throw new Error(`OpenAPI Generator failed:\n${stdout}${stderr}`)
}

if (import.meta.main) {
  const { status } = spawnSync("java", ["-jar", generatorJar(), ...process.argv.slice(2)], { cwd: root, stdio: "inherit" })
  process.exitCode = status ?? 1
}
