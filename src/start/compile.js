// node src/start/compile.js UID: compiles the code of the service for a user who may not write beside it, such as that of a container.
import "./compiled-code.js"
import { chmodSync, readdirSync, renameSync } from "node:fs"
import { flushCompileCache, getCompileCacheDir } from "node:module"
import { join } from "node:path"

const uid = process.argv[2]
if (!/^\d+$/.test(uid ?? ""))
  throw new Error("node src/start/compile.js UID: the number of the user who will run Vintém is missing.")
const { loadProgram } = await import("./built.ts")
const { loadAll } = await loadProgram()
await loadAll()
const DRAWING = ["../web/pay/drawing-thread.ts", "../web/pay/qr-code.ts", "../web/pay/boleto/bars.ts", "../web/pay/boleto/pdf.ts"]
for (const file of DRAWING) await import(file)
flushCompileCache()

// Node looks for a directory whose name ends with the user's number, and lets only its owner read the files.
const mine = getCompileCacheDir()
const theirs = mine.replace(/\d+$/, uid)
for (const name of readdirSync(mine)) chmodSync(join(mine, name), 0o644)
if (mine !== theirs) renameSync(mine, theirs)
