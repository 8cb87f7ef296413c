// The merchants of a run: live mode accounts at the simulator of Cielo, and what happens at them.
import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { Merchant as Credentials } from "../../test/cielo/types.ts"
import type { Json } from "../../test/support/app/client.ts"
import { runCommand } from "../../test/support/app/commands.ts"
import {
  type Actor,
  captureElsewhere,
  chargeBackInParts,
  goSilent,
  refundElsewhere,
  refundInParts,
  takeAnotherAmount,
  unlessSpent,
} from "../live-mode/actors.ts"
import { disputeLive } from "../live-mode/dispute.ts"
import { makePayment, post } from "../live-mode/payers.ts"
import type { Place } from "../live-mode/place.ts"
import { ALL_TERMS } from "../merchants/terms.ts"
import type { Fleet } from "./fleet.ts"

export type Merchant = Pick<Place, "order" | "product" | "retrieve"> & { account: string }

/** The share of payments of which others than the payer do something, too. */
const ACTS = 0.12
const ACTORS: readonly Actor[] = [
  chargeBackInParts,
  disputeLive,
  refundElsewhere,
  captureElsewhere,
  refundInParts,
  takeAnotherAmount,
  goSilent,
]
/** What the actors wait for takes hours. Only the order in which things happen matters here. */
const FASTER = 2000

/** Creates a live mode account whose acquirer is the simulator, with a secret key, and a product with a plan of one charge a day. */
export async function newMerchant(
  env: Record<string, string>,
  { merchant_id, merchant_key }: Credentials,
  fleet: Fleet,
  i: number,
): Promise<Merchant> {
  const { id: account } = await vintem(env, "accounts", "create", "--name", `Loja ${i + 1}`)
  const file = join(env.DATA_DIR ?? ".", `merchant-key-${i}`)
  await writeFile(file, merchant_key, { mode: 0o600 })
  const at = [
    "--name",
    "cielo",
    "--merchant-id",
    merchant_id,
    "--merchant-key-file",
    file,
    "--funds",
    i % 4 === 3 ? "acquirer" : "platform",
  ]
  await vintem(env, "acquirer", "set", "--account", account, ...at)
  const terms = join(env.DATA_DIR ?? ".", `terms-${i}.json`)
  await writeFile(terms, JSON.stringify(ALL_TERMS[i % ALL_TERMS.length]))
  await vintem(env, "terms", "set", "--account", account, "--mode", "live", terms)
  const { key } = await vintem(env, "keys", "create", "--mode", "live", "--kind", "secret", "--account", account)
  const order: Merchant["order"] = (path, body) => fleet.request("POST", path, { body, key, idempotencyKey: randomUUID() })
  const { id: product } = await post({ order }, "/v1/products", { name: "Clube do Café" })
  const plan = ["--product", product, "--name", "Clube", "--interval", "DAY"]
  await vintem(env, "plans", "create", "--mode", "live", "--account", account, ...plan)
  return { account, order, product, retrieve: async (path) => (await fleet.request("GET", path, { key })).body }
}

/** Runs a command that must not fail. Returns what it prints. */
export async function vintem(env: Record<string, string>, ...args: string[]): Promise<Json> {
  const { status, stderr, json } = await runCommand([...args, "--json"], env)
  if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
  return json
}

/** One payment, and sometimes what others do with it. */
export async function payOnce(place: Place): Promise<void> {
  const { random } = place
  if (!random.chance(ACTS)) return makePayment(place)
  await random.pick(ACTORS)(place).catch(unlessSpent)
}

export function pauseBriefly(ms: number): Promise<void> {
  return wait(ms / FASTER)
}
