#!/usr/bin/env node
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"

// What was compiled once need not be again: later starts take two thirds of the time. It lies beside the code, as whoever can write
// to it decides what is run.
enableCompileCache(resolve(import.meta.dirname, "../node_modules/.cache/vintem"))
await import("./cli/main.ts")
