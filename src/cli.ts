#!/usr/bin/env node
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"

// With cached code, later starts take two thirds of the time. The cache is beside the code because whoever can write to it
// controls what runs.
enableCompileCache(resolve(import.meta.dirname, "../node_modules/.cache/vintem"))
const { run } = await import("./cli/run.ts")
process.exitCode = await run(process.argv.slice(2))
