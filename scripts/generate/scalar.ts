// Copies the script of the documentation page from the package @scalar/api-reference, and lists the packages in it. A production install
// needs only this file, and none of the 280 packages that it depends on.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { licensesFile, licenseTextOf, manifestOf } from "./licenses.ts"

/** The SHA-256 of the published script. It changes with the package's version. Before you change it, look at what changed in the script. */
export const SCALAR_SHA256 = "bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c"

/** Scalar's package has no license file. This one is from its repository. */
const LICENSE = path.join(import.meta.dirname, "scalar-license.txt")

/** Scalar's own package does not name these packages in the script. Their authors state these licenses. */
const LICENSES: Record<string, string> = { "unist-util-find-after": "MIT" }

const root = path.resolve(import.meta.dirname, "../..")
const scalar = path.join(root, "node_modules/@scalar/api-reference")
const script = path.join(scalar, "dist/browser/standalone.js")

const installed = Object.keys(JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages)

/** Returns the folder of any installed version of a package. All versions of a package have the same license. */
const folderOf = (name: string) => {
  const folder = installed.find((each) => each.endsWith(`node_modules/${name}`))
  return folder && path.join(root, folder)
}

/** Reads the names and versions of the packages from the source map, whose paths are those of Scalar's own build. */
function bundledPackages(): { name: string; version: string }[] {
  const { sources } = JSON.parse(readFileSync(`${script}.map`, "utf8")) as { sources: string[] }
  const found = sources.flatMap((source) => {
    const [, folder, version] = source.match(/\/\.pnpm\/((?:@[^+/]+\+)?[^@/]+)@([^_/]+)/) ?? []
    return folder && version ? [`${folder.replace("+", "/")}@${version}`] : []
  })
  return [...new Set(found)].sort().map((each) => {
    const at = each.lastIndexOf("@")
    return { name: each.slice(0, at), version: each.slice(at + 1) }
  })
}

const licenseOf = (name: string): string => {
  const folder = folderOf(name)
  const license = folder ? manifestOf(folder).license : LICENSES[name]
  if (!license) throw new Error(`${name} is part of Scalar's script. Add its license to scripts/generate/scalar.ts.`)
  return license
}

/**
 * Writes `scalar/` to `directory`: the script of the documentation page, the packages in it, and their licenses. Throws if the installed
 * script does not have the pinned SHA-256.
 */
export function copyScalar(directory: string): void {
  const bytes = readFileSync(script)
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  if (sha256 !== SCALAR_SHA256)
    throw new Error(`standalone.js of @scalar/api-reference has the SHA-256 ${sha256} instead of ${SCALAR_SHA256}.`)
  const { name, version, license } = manifestOf(scalar)
  const packages = bundledPackages().map((each) => ({ ...each, license: licenseOf(each.name) }))
  const target = path.join(directory, "scalar")
  mkdirSync(target, { recursive: true })
  writeFileSync(path.join(target, "scalar.js"), bytes)
  writeFileSync(
    path.join(target, "bundle.json"),
    `${JSON.stringify({ name, version, license, file: "scalar.js", sha256, packages }, null, 2)}\n`,
  )
  const texts = [
    { name, version, license, text: readFileSync(LICENSE, "utf8").trim() },
    ...packages.map((each) => ({ ...each, text: licenseTextOf(folderOf(each.name)) })),
  ]
  writeFileSync(path.join(target, "LICENSES.txt"), licensesFile(texts))
}
