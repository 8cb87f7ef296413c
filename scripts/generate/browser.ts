// Bundles the scripts for browsers: each folder of src/browser with a main.ts becomes one classic script in generated/browser. Also lists
// the packages in the bundles, because their code is not installed.
import { globSync, writeFileSync } from "node:fs"
import path from "node:path"
import { build, type Metafile } from "esbuild"
import { type Bundled, licensesFile, licenseTextOf, manifestOf } from "./licenses.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** The oldest supported browsers: those of 2021 and later. */
const TARGET = ["chrome90", "edge90", "firefox90", "safari15"]

/** A package with code in scripts, and the names of those scripts. */
export type InBrowser = Bundled & { files: string[] }

/** Writes `browser/` to `directory`: the scripts, the packages in them (bundle.json), and their licenses. */
export async function generateBrowser(directory: string): Promise<void> {
  const filesOf = new Map<string, string[]>()
  for (const main of globSync("src/browser/*/main.ts", { cwd: root }).sort()) {
    const file = `${path.basename(path.dirname(main))}.js`
    const metafile = await bundle(main, path.join(directory, "browser", file))
    for (const folder of packagesIn(metafile)) filesOf.set(folder, [...(filesOf.get(folder) ?? []), file])
  }
  writePackages(path.join(directory, "browser"), filesOf)
}

async function bundle(main: string, outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [main],
    outfile,
    bundle: true,
    format: "iife",
    target: TARGET,
    minify: true,
    charset: "utf8",
    legalComments: "inline",
    logLevel: "error",
    metafile: true,
    tsconfigRaw: {},
  })
  return metafile
}

/** Returns the folders of the packages that have bytes in a bundle. */
function packagesIn({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  const folders = inputs.flatMap(([input, { bytesInOutput }]) => {
    const [folder] = input.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/) ?? []
    return folder && bytesInOutput > 0 ? [folder] : []
  })
  return [...new Set(folders)]
}

function writePackages(directory: string, filesOf: Map<string, string[]>): void {
  const found = [...filesOf].sort().map(([folder, files]) => {
    const { name, version, license } = manifestOf(path.join(root, folder))
    return { name, version, license, files, text: licenseTextOf(path.join(root, folder)) }
  })
  const packages: InBrowser[] = found.map(({ text: _, ...each }) => each)
  writeFileSync(path.join(directory, "bundle.json"), `${JSON.stringify({ packages }, null, 2)}\n`)
  writeFileSync(path.join(directory, "LICENSES.txt"), licensesFile(found))
}
