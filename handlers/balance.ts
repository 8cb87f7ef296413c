import { presentBalance } from "../src/balance/balance.ts"
import { ok } from "../src/http/answer.ts"
import type { Read } from "./call.ts"

export const retrieve: Read<"retrieveBalance"> = async ({ db, scope }) => ok(await presentBalance(db, scope))
