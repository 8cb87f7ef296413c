// `vintem accounts move` as a process that dies after one of its steps: ACCOUNT TO STEP [back].
import { move } from "../../src/cli/account-moves.ts"
import "../../src/cli/program.ts"
import { readConfig } from "../../src/config/config.ts"

const [account = "", to = "", step, back] = process.argv.slice(2)

await move(readConfig(process.env), {
  ...{ account, to, back: back === "back" },
  say: () => {},
  checkpoint: (passed) => {
    if (passed === step) process.kill(process.pid, "SIGKILL")
  },
})
