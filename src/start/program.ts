// The program that `npm run build` puts into one file.
export { run } from "../cli/run.ts"

/** Loads the modules that commands load only on demand. src/start/compile.js calls this, so that these modules are compiled in advance. */
export async function loadAll(): Promise<void> {
  await Promise.all([import("../serve.ts"), import("../web/dashboard/app.ts")])
}
