#!/usr/bin/env node
import { setFlagsFromString } from "node:v8"
import "./compiled-code.js"

// Old objects are collected once they take 1.8 times the memory of those that lived last time. V8 itself would wait for up to four times (docs/benchmarks.md).
setFlagsFromString("--heap-growing-percent=80")

const { run } = await import("./cli/run.ts")
process.exitCode = await run(process.argv.slice(2))
