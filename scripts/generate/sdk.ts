// The TypeScript SDK: OpenAPI Generator with our own templates over the runtime of src/sdk/runtime, compiled for ESM and CommonJS.
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { parse } from "yaml"
import { annotate } from "../../src/sdk/annotate.ts"
import { runGenerator } from "../openapi-generator.ts"

const root = path.resolve(import.meta.dirname, "../..")
const inRoot = (...parts: string[]) => path.join(root, ...parts)
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"))

const FORMAT = {
  formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 130 },
  javascript: { formatter: { quoteStyle: "double", semicolons: "asNeeded", trailingCommas: "all" } },
  // What a template imports for all resources, some do not use.
  linter: { rules: { recommended: false, correctness: { noUnusedImports: { level: "error", fix: "safe" } } } },
}

const COMPILE = {
  target: "es2022",
  // For the code alone: the declarations name neither the platform of a browser nor that of Node.
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  module: "nodenext",
  moduleDetection: "force",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  isolatedModules: true,
  declaration: true,
  skipLibCheck: true,
}

const generateSources = (contract: object, config: string, work: string, sources: string) => {
  const input = path.join(work, "contract.json")
  const output = path.join(work, "generated")
  writeJson(input, contract)
  runGenerator(["generate", "-c", config, "-i", input, "-o", output])
  mkdirSync(path.join(sources, "resources"), { recursive: true })
  cpSync(inRoot("src/sdk/runtime"), path.join(sources, "runtime"), { recursive: true })
  rmSync(path.join(sources, "runtime/index.ts"))
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

/** Compiles the sources as a package of the given type, so that `import()` stays what it is in CommonJS too. */
const compile = (type: "module" | "commonjs", work: string, sources: string, target: string) => {
  const project = path.join(work, type)
  cpSync(sources, path.join(project, "src"), { recursive: true })
  // TypeScript rewrites these in code, but leaves them in declarations.
  for (const file of readdirSync(path.join(project, "src"), { recursive: true, encoding: "utf8" })) {
    const at = path.join(project, "src", file)
    if (file.endsWith(".ts")) writeFileSync(at, readFileSync(at, "utf8").replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'))
  }
  writeJson(path.join(project, "package.json"), { type })
  writeJson(path.join(project, "tsconfig.json"), {
    compilerOptions: { ...COMPILE, rootDir: "src", outDir: target },
    include: ["src"],
  })
  execFileSync(process.execPath, [inRoot("node_modules/typescript/bin/tsc"), "-p", project], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  if (type === "commonjs") writeJson(path.join(target, "package.json"), { type })
}

/** Writes the SDK into `directory/sdk`: package.json, README, LICENSE, examples, sources and what they compile to. Needs Java. */
export const generateSdk = (contract: URL, directory: string): void => {
  const work = mkdtempSync(path.join(os.tmpdir(), "vintem-sdk-"))
  try {
    const config = inRoot("src/sdk/config.json")
    const made = path.join(work, "sdk")
    cpSync(inRoot("src/sdk/package"), made, { recursive: true })
    const manifest = readJson(path.join(made, "package.json"))
    writeJson(path.join(made, "package.json"), { ...manifest, version: readJson(config).additionalProperties.npmVersion })

    const sources = path.join(made, "src")
    generateSources(annotate(parse(readFileSync(contract, "utf8"))), config, work, sources)
    format(work, sources)
    compile("module", work, sources, path.join(made, "dist/esm"))
    compile("commonjs", work, sources, path.join(made, "dist/cjs"))

    rmSync(path.join(directory, "sdk"), { recursive: true, force: true })
    cpSync(made, path.join(directory, "sdk"), { recursive: true })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
