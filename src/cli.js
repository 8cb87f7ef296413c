#!/usr/bin/env node
import "./compiled-code.js"

const { run } = await import("./cli/run.ts")
process.exitCode = await run(process.argv.slice(2))
