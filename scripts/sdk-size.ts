// Prints the size of each part of the SDK in a bundle, minified and gzipped.
import path from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { buildSdk } from "./build/sdk.ts"

const SDK = path.resolve(import.meta.dirname, "../generated/sdk")

const PARTS: Record<string, string> = {
  vintem: 'export * from "vintem"',
  "webhooks of vintem": 'export { webhooks } from "vintem"',
  "vintem/express": 'export * from "vintem/express"',
  "vintem/hono": 'export * from "vintem/hono"',
  "vintem/fetch": 'export * from "vintem/fetch"',
}

/** Bundles code that imports the SDK, as for a browser. Returns the minified bundle. */
export async function bundleSdk(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: SDK },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  })
  return outputFiles[0]!.text
}

/** Returns the bytes of each part in a bundle, minified and gzipped. */
export async function sdkSizes(): Promise<Record<string, number>> {
  buildSdk()
  const sizes = Object.entries(PARTS).map(async ([name, code]) => {
    return [name, gzipSync(await bundleSdk(code), { level: 9 }).length] as const
  })
  return Object.fromEntries(await Promise.all(sizes))
}

if (import.meta.main) {
  for (const [name, bytes] of Object.entries(await sdkSizes())) console.log(`${String(bytes).padStart(6)}  ${name}`)
}
