// Generates the TypeScript SDK from Vintém's templates for OpenAPI Generator, the runtime in src/sdk/runtime and the loader of vintem.js in
// src/sdk/browser. `scripts/build/sdk.ts` compiles it.
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { load } from "js-yaml"
import { annotate } from "../../src/sdk/annotate.ts"
import { runGenerator } from "./openapi-generator.ts"

const root = path.resolve(import.meta.dirname, "../..")
const inRoot = (...parts: string[]) => path.join(root, ...parts)
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"))

const FORMAT = {
  formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 130 },
  javascript: { formatter: { quoteStyle: "double", semicolons: "asNeeded", trailingCommas: "all" } },
  // A template imports the same names for every resource, and some resources do not use all of them.
  linter: { rules: { recommended: false, correctness: { noUnusedImports: { level: "error", fix: "safe" } } } },
}

const generateSources = (contract: object, version: string, work: string, sources: string) => {
  const config = inRoot("src/sdk/config.json")
  const input = path.join(work, "contract.json")
  const output = path.join(work, "generated")
  writeJson(input, contract)
  runGenerator(["generate", "-c", config, "--additional-properties", `npmVersion=${version}`, "-i", input, "-o", output])
  mkdirSync(path.join(sources, "resources"), { recursive: true })
  cpSync(inRoot("src/sdk/runtime"), path.join(sources, "runtime"), { recursive: true })
  rmSync(path.join(sources, "runtime/index.ts"))
  cpSync(inRoot("src/sdk/browser"), path.join(sources, "browser"), { recursive: true })
  cpSync(path.join(output, "contract.ts"), path.join(sources, "runtime/contract.ts"))
  cpSync(path.join(output, "vintem.ts"), path.join(sources, "vintem.ts"))
  cpSync(path.join(output, "sdk-index.ts"), path.join(sources, "index.ts"))
  cpSync(path.join(output, "src/models/index.ts"), path.join(sources, "models.ts"))
  for (const file of readdirSync(path.join(output, "src/apis"))) {
    if (file.endsWith("-api.ts"))
      cpSync(path.join(output, "src/apis", file), path.join(sources, "resources", file.replace("-api.ts", ".ts")))
  }
}

const format = (work: string, sources: string) => {
  const config = path.join(work, "biome.json")
  writeJson(config, FORMAT)
  execFileSync(inRoot("node_modules/.bin/biome"), ["check", "--write", "--config-path", config, sources], {
    cwd: work,
    stdio: "pipe",
  })
}

/** Writes the SDK into `directory/sdk`: package.json, README, LICENSE, examples and sources. Needs Java. */
export const generateSdk = (contract: URL, directory: string): void => {
  const work = mkdtempSync(path.join(os.tmpdir(), "vintem-sdk-"))
  try {
    // The service and the package are released together.
    const { version } = readJson(inRoot("package.json"))
    const made = path.join(work, "sdk")
    cpSync(inRoot("src/sdk/package"), made, { recursive: true })
    const manifest = readJson(path.join(made, "package.json"))
    writeJson(path.join(made, "package.json"), { ...manifest, version })

    const sources = path.join(made, "src")
    generateSources(annotate(load(readFileSync(contract, "utf8")) as Parameters<typeof annotate>[0]), version, work, sources)
    format(work, sources)

    rmSync(path.join(directory, "sdk"), { recursive: true, force: true })
    cpSync(made, path.join(directory, "sdk"), { recursive: true })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
