import { readFileSync } from "node:fs"
import path from "node:path"

/** An entry of package-lock.json. */
export type Locked = {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  /** Only packages of development need it. */
  dev?: boolean
  /** Only optional packages need it. */
  optional?: boolean
  /** Only packages of development and optional ones need it. */
  devOptional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
}

export type Lock = { lockfileVersion: number; packages: Record<string, Locked> }

export const ROOT = path.resolve(import.meta.dirname, "../..")

export const readLock = (): Lock => JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"))

/** Returns whether production installs a package: `npm ci --omit=dev --omit=optional`. */
export const isOfProduction = ({ dev, optional, devOptional }: Locked): boolean => !dev && !optional && !devOptional

/** Returns the name of the package that an entry installs, for example `@koa/router` for `node_modules/@koa/router`. */
export const nameOf = (entry: string): string => entry.slice(entry.lastIndexOf("node_modules/") + "node_modules/".length)

/**
 * Returns the entries of a lock file that do not fix the installed bytes: those without a digest, and those with their own address. The
 * lock file names no registry. So everybody installs from the one that their npm uses, and gets the same bytes.
 */
export function lockFindings({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([entry, { integrity, resolved, link }]) => {
    if (entry === "") return []
    const findings: string[] = []
    if (!integrity?.startsWith("sha512-")) findings.push(`${entry} has no SHA-512 in package-lock.json.`)
    if (resolved !== undefined || link) findings.push(`${entry} comes from an address of its own instead of a registry.`)
    return findings
  })
}

/** Returns the packages with an install script that `allowScripts` of package.json neither allows nor denies. */
export function scriptFindings({ packages }: Lock, allowed: Record<string, boolean>): string[] {
  return Object.entries(packages)
    .filter(([entry, { hasInstallScript }]) => hasInstallScript && !(nameOf(entry) in allowed))
    .map(([entry]) => `${entry} has an install script. Allow or deny it in allowScripts of package.json.`)
}
