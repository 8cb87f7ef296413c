import { ok } from "../src/http/response.ts"
import { presentBalance } from "../src/ledger/balance.ts"
import type { Read } from "./call.ts"

export const retrieve: Read<"retrieveBalance"> = async ({ db, scope }) => ok(await presentBalance(db, scope))
