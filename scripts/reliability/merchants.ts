// The merchants of a run: live mode accounts at the simulator of Cielo, and what happens at them.
import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { MPI_ESTABLISHMENT } from "../../test/cielo/mpi/simulator.ts"
import type { MpiCredentials } from "../../test/cielo/mpi/types.ts"
import type { Merchant as AtCielo } from "../../test/cielo/types.ts"
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
import { payAtOwnBank } from "../live-mode/own-bank-payers.ts"
import { makePayment, post } from "../live-mode/payers.ts"
import type { Place } from "../live-mode/place.ts"
import { payAuthenticated } from "../live-mode/three-d-secure.ts"
import type { Till } from "../live-mode/till.ts"
import { ALL_TERMS } from "../merchants/terms.ts"
import type { Fleet } from "./fleet.ts"
import type { OwnBankOfRun } from "./own-bank.ts"
import { vintem } from "./vintem.ts"

/** Those at Cielo, and at its MPI. */
export type Credentials = AtCielo & { mpi: MpiCredentials }
/** `ownBank`: where the merchant has PIX, if that is not Cielo. */
export type Merchant = Pick<Place, "order" | "product" | "retrieve"> & { account: string; ownBank?: OwnBankOfRun["bank"] }

/** The share of payments whose payer may have to be authenticated: some by debit cards. */
const AUTHENTICATED = 0.15
/** When accounts ask for 3-D Secure by themselves: never, for some cards, from an amount on, or only the issuer is told. */
const ASKS = [
  [],
  ["--three-d-secure-brands", "elo"],
  ["--three-d-secure-from", "50000"],
  ["--three-d-secure-from", "80000", "--three-d-secure-data"],
]
/** The share of payments by PIX with all that may happen to it at the merchant's own bank. */
const AT_OWN_BANK = 0.35
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

/** What an account has beside Cielo. */
type Beside = {
  ownBank?: OwnBankOfRun | undefined
  joinFallback?: (account: string, given: { i: number; funds: string }) => Promise<void>
}

/**
 * Creates a live mode account whose acquirer is the simulator, with a secret key, and a product with a plan of one charge a day. With `ownBank`, its
 * PIX are there. All else is at Cielo. Cards may have a fallback.
 */
export async function newMerchant(
  env: Record<string, string>,
  { mpi, ...cielo }: Credentials,
  fleet: Pick<Fleet, "request">,
  i: number,
  { ownBank, joinFallback }: Beside = {},
): Promise<Merchant> {
  const { id: account } = await vintem(env, "accounts", "create", "--name", `Loja ${i + 1}`)
  const file = join(env.DATA_DIR ?? ".", `credentials-${i}`)
  const { EstablishmentCode: establishment_code, MerchantName: merchant_name, MCC: mcc } = MPI_ESTABLISHMENT
  await writeFile(file, JSON.stringify({ ...cielo, mpi: { ...mpi, establishment_code, merchant_name, mcc } }), { mode: 0o600 })
  const funds = i % 4 === 3 ? "acquirer" : "platform"
  await vintem(env, "acquirer", "set", "--account", account, "--name", "cielo", "--credentials-file", file, "--funds", funds)
  await ownBank?.join(env, account, { i, funds })
  await joinFallback?.(account, { i, funds })
  const asks = ASKS[i % ASKS.length] ?? []
  if (asks.length > 0) await vintem(env, "accounts", "update", "--account", account, ...asks)
  const terms = join(env.DATA_DIR ?? ".", `terms-${i}.json`)
  await writeFile(terms, JSON.stringify(ALL_TERMS[i % ALL_TERMS.length]))
  await vintem(env, "terms", "set", "--account", account, "--mode", "live", terms)
  const { key } = await vintem(env, "keys", "create", "--mode", "live", "--kind", "secret", "--account", account)
  const order: Merchant["order"] = (path, body) => fleet.request("POST", path, { body, key, idempotencyKey: randomUUID() })
  const { id: product } = await post({ order }, "/v1/products", { name: "Clube do Café" })
  const plan = ["--product", product, "--name", "Clube", "--interval", "DAY"]
  await vintem(env, "plans", "create", "--mode", "live", "--account", account, ...plan)
  const retrieve: Merchant["retrieve"] = async (path) => (await fleet.request("GET", path, { key })).body
  return { account, order, product, retrieve, ...(ownBank && { ownBank: ownBank.bank }) }
}

/** One payment, and sometimes what others do with it. */
export async function payOnce(place: Place, till: Till, ownBank: Merchant["ownBank"]): Promise<void> {
  const { random } = place
  if (ownBank && random.chance(AT_OWN_BANK)) return payAtOwnBank(ownBank)(place).catch(unlessSpent)
  if (random.chance(AUTHENTICATED)) return payAuthenticated(till)(place).catch(unlessSpent)
  if (!random.chance(ACTS)) return makePayment(place)
  await random.pick(ACTORS)(place).catch(unlessSpent)
}

export function pauseBriefly(ms: number): Promise<void> {
  return wait(ms / FASTER)
}
