#!/usr/bin/env node
import "./compiled-code.js"

const { loadProgram } = await import("./built.ts")
const { run } = await loadProgram()
process.exitCode = await run(process.argv.slice(2))
