// Vintém as a child of a test: started by spawnVintem, answers the test's questions over the IPC channel.
import { readConfig } from "../../src/config.ts"
import { type Role, serve } from "../../src/serve.ts"
import { operate } from "./vintem.ts"

let dieAt: string | undefined
let passed: string[] = []

const server = await serve(readConfig(process.env), {
  role: process.argv[2] as Role,
  checkpoint: (step) => {
    passed.push(step)
    if (step === dieAt) process.kill(process.pid, "SIGKILL")
  },
})
const operator = operate(server)

const answers: Record<string, (...args: never[]) => unknown> = {
  addresses: () => ({ url: server.url, metricsUrl: server.metricsUrl }),
  newAccount: operator.newAccount,
  newKey: operator.newKey,
  /** kill -9 at the next passing of this checkpoint. */
  dieAt: (step: string) => {
    dieAt = step
  },
  /** The checkpoints passed since the question was asked last. */
  checkpoints: () => {
    const answer = passed
    passed = []
    return answer
  },
}

process.on("message", async ({ id, question, args }: { id: number; question: string; args: never[] }) => {
  try {
    process.send?.({ answerTo: id, value: await answers[question]?.(...args) })
  } catch (error) {
    process.send?.({ answerTo: id, error: String(error) })
  }
})
process.on("disconnect", () => process.exit(1)) // the test that started it is gone
process.on("SIGTERM", async () => {
  await server.close()
  process.exit(0)
})
