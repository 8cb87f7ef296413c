// What `npm run build` puts into one file.
export { run } from "./cli/run.ts"

/** Loads what commands load only when they need it. src/compile.js does this, so that it is compiled before. */
export async function loadAll(): Promise<void> {
  await Promise.all([import("./serve.ts"), import("./web/dashboard/app.ts")])
}
