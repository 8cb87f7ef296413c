import type { AttentionItem } from "../../../src/attention/item.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import type { Actor } from "../../live-mode/actors.ts"
import type { Known } from "../../live-mode/books.ts"
import type { Done } from "../../live-mode/dispute-desk.ts"
import type { Random } from "../../merchants/random.ts"
import type { World } from "../world.ts"
import type { CieloBank } from "./cielo.ts"
import type { Merchant } from "./merchants.ts"

/** `mode` has a database to which the connection never fails. `seed` decides what the bureau does. */
export type Settled = { world: World; mode: Mode; cielo: CieloBank; merchant: Merchant; seed: number; random: Random }

/** What a world has besides payers and payouts: it works beside them, goes on after them, and says at the end what is wrong. */
export type Bureau = {
  /** Begins its daily work. */
  begin(): void
  /** What is done besides payments. */
  act?: Actor
  /** Whether it knows of money that the acquirer pays out. Else there are payouts by the platform. */
  readonly paysOut: boolean
  /** What became of disputes that no operator has reported. */
  done?(): Promise<ReadonlyMap<string, readonly Done[]>>
  /** How many days it goes on after the payers, in the storm. */
  readonly days: number
  /** Ends its daily work, and does all that is left. */
  finish(): Promise<void>
  /** Returns what is wrong, once everything has come to rest. */
  check(known: Known & { items: readonly AttentionItem[] }): Promise<string[]>
  /** Does again what must change nothing. Returns what has changed. */
  repeat(): Promise<string[]>
}

export type OpenBureau = (parts: Settled) => Promise<Bureau>
