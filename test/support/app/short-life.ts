// Loaded with NODE_OPTIONS=--import. The process dies before its statement with the number VINTEM_TEST_STATEMENTS.
import { beforeStatements } from "../databases/statements.ts"

let left = Number(process.env.VINTEM_TEST_STATEMENTS)
beforeStatements(() => {
  if (--left <= 0) process.kill(process.pid, "SIGKILL")
})
