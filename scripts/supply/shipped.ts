import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Bundled } from "../generate/scalar.ts"
import { type Lock, type Locked, ROOT, readLock } from "./lock.ts"

type Bundle = Bundled & { packages: Bundled[] }

/**
 * Returns the lock file of what an operator runs: the packages of production, and those in the script of the documentation page.
 * npm sees the second kind only here, as their code is a file of this repository.
 */
export function shippedLock(lock = readLock()): Lock {
  const bundle = JSON.parse(readFileSync(path.join(ROOT, "generated/scalar/bundle.json"), "utf8")) as Bundle
  const production = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  const { "": root, ...packages } = Object.fromEntries(production) as Record<string, Locked>
  const { devDependencies: _, ...manifest } = root as Locked & { devDependencies?: object }
  const place = `node_modules/${bundle.name}`
  const versions = Object.fromEntries(bundle.packages.map(({ name, version }) => [name, version]))
  if (Object.keys(versions).length < bundle.packages.length)
    throw new Error("The script of the documentation page has two versions of a package. shippedLock() knows only one of each.")
  return {
    ...lock,
    packages: {
      "": { ...manifest, dependencies: { ...root!.dependencies, [bundle.name]: bundle.version } },
      ...packages,
      [place]: { version: bundle.version, license: bundle.license, dependencies: versions },
      ...Object.fromEntries(
        bundle.packages.map(({ name, version, license }) => [`${place}/node_modules/${name}`, { version, license }]),
      ),
    },
  }
}

/** Runs `use` with a folder that holds the manifest and the lock file of what ships, for npm to work on. */
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
