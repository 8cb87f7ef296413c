import { ok } from "../src/http/response.ts"
import { CLOCK_JOBS } from "../src/modes/wiring.ts"
import { advanceClock, presentClock, queueForTurn } from "../src/test-clock/advance.ts"
import type { Read, Write } from "./call.ts"

export const retrieve: Read<"retrieveTestClock"> = async ({ scope }) => ok(presentClock(scope.now))

export const advance: Write<"advanceTestClock"> = async ({ tx, scope, body, idempotencyKey }) => {
  const turn = await queueForTurn(tx, scope, body, idempotencyKey)
  return { kind: "repeatable", later: async () => ok(presentClock(await advanceClock(scope.mode, CLOCK_JOBS, turn))) }
}
