// The SDK as its users get it: packed, and installed into a project that has nothing else.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"

export const ROOT = resolve(import.meta.dirname, "../..")
const MODULES = join(ROOT, "node_modules")

export type Project = { directory: string; write(file: string, content: string): string; remove(): void }

let tarball: string | undefined
const directories: string[] = []

const temporary = () => {
  const directory = mkdtempSync(join(tmpdir(), "vintem-packed-"))
  directories.push(directory)
  return directory
}

/** Removes all that was made here. */
export const cleanUp = () => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
  tarball = undefined
}

/** The path of the tarball that would be published. */
export const pack = (): string => {
  if (tarball) return tarball
  const target = temporary()
  execFileSync("npm", ["pack", "--silent", "--pack-destination", target], { cwd: join(ROOT, "generated/sdk"), stdio: "pipe" })
  tarball = join(target, readdirSync(target).find((file) => file.endsWith(".tgz"))!)
  return tarball
}

/** An empty project of the given type with the packed SDK in it, and nothing else but `others` of the repository's own packages. */
export const project = (type: "module" | "commonjs", others: string[] = []): Project => {
  const directory = temporary()
  const write = (file: string, content: string) => {
    writeFileSync(join(directory, file), content)
    return join(directory, file)
  }
  write("package.json", JSON.stringify({ name: "user", private: true, type }))
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", pack()], { cwd: directory, stdio: "pipe" })
  for (const name of others) {
    const target = join(directory, "node_modules", name)
    mkdirSync(resolve(target, ".."), { recursive: true })
    symlinkSync(join(MODULES, name), target)
  }
  return { directory, write, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Compiles a file of a project, strictly and with the declarations of its dependencies checked too. Throws with what tsc says. */
export const compile = ({ directory, write }: Project, file: string, options: Record<string, unknown>): void => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    ...options,
  }
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: [file] }))
  try {
    execFileSync(process.execPath, [join(MODULES, "typescript/bin/tsc"), "-p", directory], { encoding: "utf8", stdio: "pipe" })
  } catch (error) {
    throw new Error(`${JSON.stringify(options)}:\n${(error as { stdout: string }).stdout}`)
  }
}

/** The Node.js of the repository, and the machine's own when it is another. */
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
