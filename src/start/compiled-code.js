// With compiled code, a start takes two thirds of the time. It is beside the code because whoever can write to it controls what runs.
// JavaScript, as nothing of it is known before this has run: to start with a file in TypeScript, Node would load 17 MiB that strip types.
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"
import { setFlagsFromString } from "node:v8"

// Set here, as V8 refuses code that was compiled under other flags (docs/benchmarks.md has the measurements):
// Old objects are collected once they take 1.3 times the memory of those that lived last time. V8 itself would wait for up to four times.
setFlagsFromString("--heap-growing-percent=30")
// V8 would soon take what belongs to a request for long-lived, and make it among the old objects at once.
setFlagsFromString("--no-allocation-site-pretenuring")
enableCompileCache(resolve(import.meta.dirname, "../../node_modules/.cache/vintem"))
