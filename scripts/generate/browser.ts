// Bundles what runs in browsers: each folder of src/browser with a main.ts becomes one classic script in generated/browser.
import { globSync } from "node:fs"
import path from "node:path"
import { build } from "esbuild"

const root = path.resolve(import.meta.dirname, "../..")

/** The oldest browsers that the scripts are written for: those of 2021 and later. */
const TARGET = ["chrome90", "edge90", "firefox90", "safari15"]

/** Writes `browser/` to `directory`. */
export async function generateBrowser(directory: string): Promise<void> {
  for (const main of globSync("src/browser/*/main.ts", { cwd: root }).sort()) {
    await build({
      absWorkingDir: root,
      entryPoints: [main],
      outfile: path.join(directory, "browser", `${path.basename(path.dirname(main))}.js`),
      bundle: true,
      format: "iife",
      target: TARGET,
      minify: true,
      charset: "utf8",
      legalComments: "inline",
      logLevel: "error",
      tsconfigRaw: {},
    })
  }
}
