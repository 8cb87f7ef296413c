// Writes the SQL of every statement to test/db/statements/, for both databases. A change of a store shows there what it sends.
import { writeFileSync } from "node:fs"
import { DIALECTS, fileOf, sqlOfAll } from "../test/db/statements/sql-of-all.ts"

for (const dialect of DIALECTS) writeFileSync(fileOf(dialect), sqlOfAll(dialect))
