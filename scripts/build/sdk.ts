// Compiles the sources of generated/sdk for ESM and CommonJS into generated/sdk/dist, which is not committed. `npm pack` and the tests run
// it. If the result is newer than the sources, it does nothing.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

const ROOT = path.resolve(import.meta.dirname, "../..")
const SDK = path.join(ROOT, "generated/sdk")
const writeJson = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

const COMPILE = {
  target: "es2022",
  // Only the code needs these. The declarations use neither browser types nor Node types.
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
  // A debugger then shows TypeScript, and a stack names its files. The package has them.
  sourceMap: true,
  skipLibCheck: true,
}

/** Compiles the sources as a package of the given type, so `import()` stays in CommonJS too. */
const compile = (type: "module" | "commonjs", format: "esm" | "cjs", work: string, sources: string, dist: string) => {
  const project = path.join(work, type)
  cpSync(sources, path.join(project, "src"), { recursive: true })
  // TypeScript rewrites these extensions in code but not in declarations.
  for (const file of readdirSync(path.join(project, "src"), { recursive: true, encoding: "utf8" })) {
    const at = path.join(project, "src", file)
    if (file.endsWith(".ts")) writeFileSync(at, readFileSync(at, "utf8").replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'))
  }
  writeJson(path.join(project, "package.json"), { type })
  writeJson(path.join(project, "tsconfig.json"), {
    // Source maps name the sources relative to this folder, so its layout equals that of the package.
    compilerOptions: { ...COMPILE, rootDir: "src", outDir: `dist/${format}` },
    include: ["src"],
  })
  execFileSync(process.execPath, [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  const target = path.join(dist, format)
  cpSync(path.join(project, "dist", format), target, { recursive: true })
  if (type === "commonjs") writeJson(path.join(target, "package.json"), { type })
}

/** Returns the time of the newest change below a directory, in milliseconds, or 0 if there is none. */
const newest = (directory: string): number =>
  existsSync(directory)
    ? Math.max(
        ...readdirSync(directory, { recursive: true, encoding: "utf8" }).map(
          (file) => statSync(path.join(directory, file)).mtimeMs,
        ),
      )
    : 0

/** Builds generated/sdk/dist, unless it is newer than the sources. */
export const buildSdk = (): void => {
  const dist = path.join(SDK, "dist")
  const sources = path.join(SDK, "src")
  if (existsSync(path.join(dist, "cjs/package.json")) && newest(dist) > newest(sources)) return
  const work = mkdtempSync(path.join(os.tmpdir(), "vintem-sdk-"))
  try {
    compile("module", "esm", work, sources, path.join(work, "dist"))
    compile("commonjs", "cjs", work, sources, path.join(work, "dist"))
    rmSync(dist, { recursive: true, force: true })
    cpSync(path.join(work, "dist"), dist, { recursive: true })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.main) buildSdk()
