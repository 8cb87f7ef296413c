// Finds regular expressions for which a text can take more than linear time (ReDoS), in the code of the product and in the contract. Write them so
// that two neighbouring repetitions cannot match the same characters, and begin with ^ if they end with $. Otherwise scripts/regexes/exceptions.ts
// has to say why the text is short.
import { join, resolve } from "node:path"
import { EXCEPTIONS } from "./regexes/exceptions.ts"
import { findRegexes } from "./regexes/find.ts"
import { keptIn, problemsOf } from "./regexes/judge.ts"

const ROOT = resolve(import.meta.dirname, "..")
const found = findRegexes(ROOT)
const problems = problemsOf(found, EXCEPTIONS, keptIn(join(ROOT, ".cache/regexes.json")))
for (const problem of problems) console.error(problem)
console.log(`regular expressions: ${found.length}, ${EXCEPTIONS.length} exceptions, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
