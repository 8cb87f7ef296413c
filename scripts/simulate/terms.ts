import type { Random } from "../merchants/random.ts"
import type { Shop } from "../merchants/shop.ts"
import { agreeOn } from "../merchants/terms.ts"
import type { World } from "./world.ts"

/** Gives a merchant other terms from now on. */
export function agreeIn({ database, machine }: World, { account }: Pick<Shop, "account">, random: Random): Promise<void> {
  return agreeOn(database, account, random, Math.floor(machine.now / 1000))
}
