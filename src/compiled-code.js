// With compiled code, a start takes two thirds of the time. It is beside the code because whoever can write to it controls what runs.
// JavaScript, as nothing of it is known before this has run: to start with a file in TypeScript, Node would load 17 MiB that strip types.
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"

enableCompileCache(resolve(import.meta.dirname, "../node_modules/.cache/vintem"))
