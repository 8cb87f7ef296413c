// The SDK as its users get it: packed, and installed into an empty project.
// npm takes seconds to pack and to install, so only the test of the package itself uses it. All others copy the files that npm packs.
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import ts from "typescript"

export const ROOT = resolve(import.meta.dirname, "../..")
const MODULES = join(ROOT, "node_modules")
const SDK = join(ROOT, "generated/sdk")

export type Project = { directory: string; write(file: string, content: string): string; remove(): void }

let tarball: string | undefined
let installed: string | undefined
let copied: string | undefined
const directories: string[] = []

const temporary = () => {
  const directory = mkdtempSync(join(tmpdir(), "vintem-packed-"))
  directories.push(directory)
  return directory
}

/** Removes everything that this module created. */
export const cleanUp = () => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
  tarball = installed = copied = undefined
}

/** Returns the path of the tarball that would be published. */
export const pack = (): string => {
  if (tarball) return tarball
  const target = temporary()
  execFileSync("npm", ["pack", "--silent", "--pack-destination", target], { cwd: SDK, stdio: "pipe" })
  tarball = join(target, readdirSync(target).find((file) => file.endsWith(".tgz"))!)
  return tarball
}

/** Returns the node_modules of an empty project into which npm installed the tarball. */
export const install = (): string => {
  if (installed) return installed
  const directory = temporary()
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "user", private: true }))
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", pack()], { cwd: directory, stdio: "pipe" })
  installed = join(directory, "node_modules")
  return installed
}

/** Returns a folder of the package with a copy of what npm packs. All projects share it. */
const copy = (): string => {
  if (copied) return copied
  copied = join(temporary(), "node_modules/vintem")
  const { files } = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"))
  for (const file of ["package.json", ...files]) cpSync(join(SDK, file), join(copied, file), { recursive: true })
  return copied
}

/**
 * Creates an empty project with the SDK and, from the repository's own packages, only `others`. `modules` is a folder node_modules
 * that has the SDK already.
 */
export const project = (type: "module" | "commonjs", others: string[] = [], modules?: string): Project => {
  const directory = temporary()
  const write = (file: string, content: string) => {
    writeFileSync(join(directory, file), content)
    return join(directory, file)
  }
  write("package.json", JSON.stringify({ name: "user", private: true, type }))
  const packages = new Map(others.map((name) => [name, join(MODULES, name)]))
  if (modules) cpSync(modules, join(directory, "node_modules"), { recursive: true })
  else packages.set("vintem", copy())
  for (const [name, source] of packages) {
    const target = join(directory, "node_modules", name)
    mkdirSync(resolve(target, ".."), { recursive: true })
    symlinkSync(source, target)
  }
  return { directory, write, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Caches parsed files of the repository's own packages, mostly TypeScript's libraries, because parsing them is slow. */
const parsed = new Map<string, ts.SourceFile | undefined>()

const hostOf = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const parse: ts.CompilerHost["getSourceFile"] = (file, version, ...rest) => {
    if (!file.startsWith(MODULES)) return getSourceFile(file, version, ...rest)
    const key = JSON.stringify([file, version, options.module, options.moduleResolution])
    if (!parsed.has(key)) parsed.set(key, getSourceFile(file, version, ...rest))
    return parsed.get(key)
  }
  const { getSourceFile } = host
  return Object.assign(host, { getSourceFile: parse })
}

/** Compiles files strictly and checks the SDK's declarations too. Throws TypeScript's diagnostics. */
export const compile = ({ directory }: Project, names: string[], settings: Record<string, unknown>): void => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true, // skips TypeScript's own libraries
    noEmit: true,
    target: "es2022",
    ...settings,
  }
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent({ compilerOptions, files: names }, ts.sys, directory)
  const host = hostOf(options)
  const program = ts.createProgram({ rootNames: fileNames, options, host, configFileParsingDiagnostics: errors })
  // Checking the repository's own packages takes seconds, and says nothing about the SDK.
  const files = program.getSourceFiles().filter(({ fileName }) => !fileName.startsWith(MODULES))
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  if (found.length > 0) throw new Error(`${JSON.stringify(settings)}:\n${ts.formatDiagnostics(found, host)}`)
}

/** Returns the Node.js that runs the tests, after the one in PATH if that is another version. */
export const nodes = (): { version: string; path: string }[] => {
  const own = { version: process.versions.node, path: process.execPath }
  const places = (process.env.PATH ?? "").split(delimiter).filter((place) => !place.includes("node_modules"))
  for (const place of places) {
    const path = join(place, "node")
    try {
      const version = execFileSync(path, ["-p", "process.versions.node"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim()
      if (version !== own.version) return [{ version, path }, own]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  }
  return [own]
}
