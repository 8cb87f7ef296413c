import type { Hit } from "../faults.ts"
import type { Merchant } from "../merchants.ts"
import type { FoundOperation } from "../operations.ts"
import type { Simulator } from "../simulator.ts"
import type { Json, Request } from "../types.ts"

/** A request on its way through the simulator. */
export type Passage = {
  simulator: Simulator
  request: Request
  found: FoundOperation
  body: Json
  /** The merchant accounts that the API key may act for. */
  owners: Merchant[]
  key: string | undefined
  hit: Hit | undefined
}
