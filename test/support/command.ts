// The command `vintem`, as test/support/service-bundle.ts puts it into one file.
import { run } from "../../src/program.ts"

void run(process.argv.slice(2)).then((status) => {
  process.exitCode = status
})
