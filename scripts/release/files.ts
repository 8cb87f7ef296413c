import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const FOLDER = "dist/release"

/** The service in one file, and the list of its sources: see scripts/build.ts. */
const BUILT = ["dist/service.cjs", "dist/service.json"]
/** What an operator needs beside the files of the image. */
const BESIDE = [".npmrc", "deploy", "docs", "CHANGELOG.md", "README.md", "README.pt-BR.md", "SECURITY.md"]

/** Writes the files of a release into dist/release, and returns their names. The service and the package of the SDK are those of HEAD. */
export function makeFiles(root: string, version: string, notes: string): string[] {
  const folder = join(root, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  packService(root, version, folder)
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(root, "generated/sdk"), stdio: "pipe" })
  run(root, "scripts/supply.ts", "--sbom-only")
  copyFileSync(join(root, "dist/sbom.cdx.json"), join(folder, `${nameOf(version)}.cdx.json`))
  const names = readdirSync(folder).sort()
  writeFileSync(join(folder, "SHA256SUMS"), names.map((name) => `${digestOf(join(folder, name))}  ${name}\n`).join(""))
  writeFileSync(join(folder, "NOTES.md"), notes)
  return readdirSync(folder).sort()
}

/** An archive that npm packs has no lock file, and without it the digests of the packages are not checked. So git makes the archive. */
function packService(root: string, version: string, folder: string): void {
  run(root, "scripts/build.ts")
  const name = nameOf(version)
  const archive = join(folder, `${name}.tar.gz`)
  const built = [`--prefix=${name}/dist/`, ...BUILT.map((file) => `--add-file=${file}`), `--prefix=${name}/`]
  const files = [...filesOfImage(root), ...BESIDE]
  execFileSync("git", ["archive", "--format=tar.gz", `--output=${archive}`, ...built, "HEAD", ...files], { cwd: root })
  // Left behind, it would be out of date with the next change of a source.
  for (const file of BUILT) rmSync(join(root, file))
  tryService(root, archive, version)
}

/** Returns the paths that the image is made from, without the scripts that build it. */
function filesOfImage(root: string): string[] {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n")
  const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1))
  return allowed.filter((path) => !path.startsWith("scripts/"))
}

/** Starts the command from the unpacked archive. It prints to standard error if it does not run from the one file. */
function tryService(root: string, archive: string, version: string): void {
  const work = mkdtempSync(join(tmpdir(), "vintem-release-"))
  try {
    execFileSync("tar", ["-xzf", archive, "-C", work])
    const service = join(work, nameOf(version))
    symlinkSync(join(root, "node_modules"), join(service, "node_modules"))
    const started = execFileSync("sh", ["-c", '"$0" src/start/cli.js --version 2>&1', process.execPath], {
      cwd: service,
      encoding: "utf8",
    })
    if (started !== `${version}\n`) throw new Error(`The service in ${archive} does not start as ${version}. It says: ${started}`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const nameOf = (version: string): string => `vintem-server-${version}`

function run(root: string, ...script: string[]): void {
  execFileSync(process.execPath, script, { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
}

function digestOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex")
}
