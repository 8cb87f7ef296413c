/**
 * Runs OpenAPI Generator: `node scripts/openapi-generator.ts generate -g …`.
 *
 * The version is pinned in openapitools.json and its JAR by the digest below. The npm wrapper fetches the JAR into
 * .cache/ once; it checks nothing, so the digest is compared before each use, the first one too, and the JAR is started from here.
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

const root = fileURLToPath(new URL("..", import.meta.url))
const { version, storageDir } = JSON.parse(readFileSync(join(root, "openapitools.json"), "utf8"))["generator-cli"] as {
  version: string
  storageDir: string
}
const jar = join(root, storageDir, `${version}.jar`)

const fetchJar = () => {
  const wrapper = createRequire(import.meta.url).resolve("@openapitools/openapi-generator-cli/main.js")
  // Whatever it is told, the wrapper runs the JAR right after it has fetched it, unchecked. Where it finds no Java it cannot; it then
  // fails, with the JAR in its place. It goes by PWD to find openapitools.json.
  spawnSync(process.execPath, [wrapper, "version-manager", "set", version], {
    cwd: root,
    env: { ...process.env, PATH: "/nonexistent", PWD: root },
    stdio: "ignore",
    timeout: 300_000,
  })
  if (!existsSync(jar)) {
    throw new Error(
      `OpenAPI Generator ${version} could not be fetched. Generating needs the network once; the committed SDK does not.`,
    )
  }
}

/** Throws when a file has not the SHA-256 that it should have, and removes it, so that nobody runs it. */
export const verify = (file: string, expected: string): void => {
  const found = createHash("sha256").update(readFileSync(file)).digest("hex")
  if (found === expected) return
  rmSync(file)
  throw new Error(`${basename(file)} has the SHA-256 ${found} instead of ${expected}. It was removed; nothing was run.`)
}

/** The path of the JAR, which is fetched if it is not there. Throws when it is not the one that was pinned. */
export const generatorJar = (): string => {
  const expected = SHA256[version]
  if (expected === undefined)
    throw new Error(`There is no digest for OpenAPI Generator ${version}: add it to scripts/openapi-generator.ts.`)
  if (!existsSync(jar)) fetchJar()
  verify(jar, expected)
  return jar
}

/** Runs OpenAPI Generator. Throws, with what it printed, when it fails. */
export const runGenerator = (args: string[]): void => {
  const { status, error, stdout, stderr } = spawnSync("java", ["-jar", generatorJar(), ...args], {
    cwd: root,
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 2 ** 20,
  })
  if (error) throw new Error("OpenAPI Generator needs Java 11 or later, which could not be started.", { cause: error })
  if (status !== 0) throw new Error(`OpenAPI Generator failed:\n${stdout}${stderr}`)
}

if (import.meta.main) {
  const { status } = spawnSync("java", ["-jar", generatorJar(), ...process.argv.slice(2)], { cwd: root, stdio: "inherit" })
  process.exitCode = status ?? 1
}
