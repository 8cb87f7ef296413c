import type { Random } from "../merchants/random.ts"
import type { Desk } from "./desk.ts"
import type { Shop } from "./shop.ts"

export type Act = () => Promise<unknown>

/** What a sale needs. `later` does something after so many seconds of the account's time. */
export type Stage = { shop: Shop; desk: Desk; random: Random; later(seconds: number, act: Act): void }
