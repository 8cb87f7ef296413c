import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import type { InBrowser } from "../generate/browser.ts"
import type { Bundled } from "../generate/licenses.ts"
import { isOfProduction, type Lock, type Locked, nameOf, ROOT, readLock } from "./lock.ts"

type Bundle = Bundled & { packages: Bundled[] }

const readBundle = (name: string) => JSON.parse(readFileSync(path.join(ROOT, "generated", name, "bundle.json"), "utf8"))

/**
 * Returns the lock file of the software that an operator runs: the production packages, and those in the scripts for browsers. npm sees the
 * second kind only here, because their code is in files of this repository.
 */
export function shippedLock(lock = readLock()): Lock {
  const bundle = readBundle("scalar") as Bundle
  const { packages: inBrowser } = readBundle("browser") as { packages: InBrowser[] }
  const isInBrowser = (entry: string, { version }: Locked) =>
    inBrowser.some((each) => each.name === nameOf(entry) && each.version === version)
  const production = Object.entries(lock.packages).filter(
    ([entry, locked]) => isOfProduction(locked) || isInBrowser(entry, locked),
  )
  const { "": root, ...packages } = Object.fromEntries(production) as Record<string, Locked>
  const { devDependencies: _, optionalDependencies: __, ...manifest } = root as Locked & Record<string, unknown>
  const place = `node_modules/${bundle.name}`
  const direct = Object.fromEntries(inBrowser.map(({ name, version }) => [name, version]))
  const versions = Object.fromEntries(bundle.packages.map(({ name, version }) => [name, version]))
  if (Object.keys(versions).length < bundle.packages.length)
    throw new Error("The script of the documentation page has two versions of a package. shippedLock() knows only one of each.")
  return {
    ...lock,
    packages: {
      "": { ...manifest, dependencies: { ...root!.dependencies, ...direct, [bundle.name]: bundle.version } },
      ...Object.fromEntries(Object.entries(packages).map(([entry, { dev: _, ...locked }]) => [entry, locked])),
      [place]: { version: bundle.version, license: bundle.license, dependencies: versions },
      ...Object.fromEntries(
        bundle.packages.map(({ name, version, license }) => [`${place}/node_modules/${name}`, { version, license }]),
      ),
    },
  }
}

/** Calls `use` with a folder that contains the manifest and the lock file of the shipped packages, for npm. */
export async function withShippedLock<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "vintem-"))
  try {
    // npm names the bill of materials after the folder.
    const folder = path.join(temporary, "vintem-server")
    mkdirSync(folder)
    const lock = shippedLock()
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock))
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(lock.packages[""]))
    return await use(folder)
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
