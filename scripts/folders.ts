// Finds folders that import each other in a circle, types included (docs/architecture.md). The rules of dependency-cruiser find such files only:
// they count the files of a folder's own folders as its own.
import { resolve } from "node:path"
import { circlesOf } from "./folders/circles.ts"
import { findImports } from "./folders/find.ts"

const imports = findImports(resolve(import.meta.dirname, ".."), ["src", "handlers", "seeds", "scripts"])
const circles = circlesOf(imports)
for (const circle of circles) console.error(circle)
console.log(`folders: ${imports.length} imports, ${circles.length} circles`)
process.exit(circles.length > 0 ? 1 : 0)
