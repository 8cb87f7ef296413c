// The command `vintem`, which test/support/app/service-bundle.ts bundles into one file.
import { run } from "../../../src/start/program.ts"

void run(process.argv.slice(2)).then((status) => {
  process.exitCode = status
})
