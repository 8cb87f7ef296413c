// With compiled code, a start takes two thirds of the time. It is beside the code because whoever can write to it controls what runs.
// JavaScript, as nothing of it is known before this has run: to start with a file in TypeScript, Node would load 17 MiB that strip types.
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"
import { setFlagsFromString } from "node:v8"

// Old objects are collected once they take 1.8 times the memory of those that lived last time. V8 itself would wait for up to four times (docs/benchmarks.md).
// It is set here because V8 refuses code that was compiled under other flags.
setFlagsFromString("--heap-growing-percent=80")
enableCompileCache(resolve(import.meta.dirname, "../node_modules/.cache/vintem"))
