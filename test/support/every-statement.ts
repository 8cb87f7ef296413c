// Loads every store, so that `statements` has every statement of the program.
import "../../src/serve.ts"
import "../../src/cli/program.ts"
import "../../src/web/dashboard/app.ts" // the service loads it when it is first asked for

export { statements } from "../../src/db/statement.ts"
