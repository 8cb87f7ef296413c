import { randomBase62 } from "../../base/ids.ts"
import { CallRefused, type Checked } from "../acquirer.ts"
import type { Authenticator } from "../authentication.ts"
import { query } from "./calls.ts"
import type { Account } from "./exchange.ts"

const NO_ANSWER = "Cielo gave no answer. Check the addresses and the network, and try again."

/** Asks for an order that does not exist, and opens a session of 3-D Secure. Neither charges anything. */
export async function check(
  account: Account,
  authenticator: Authenticator | undefined,
  signal: AbortSignal,
): Promise<readonly Checked[]> {
  const key = await checkKey(account, signal)
  return authenticator ? [key, await checkMpi(authenticator, signal)] : [key]
}

async function checkKey(account: Account, signal: AbortSignal): Promise<Checked> {
  const name = "merchant_key"
  try {
    await query(account, `/1/sales?merchantOrderId=${randomBase62(20)}`, signal)
    return { name, result: "right", text: "Cielo answers calls with the merchant id and the key." }
  } catch (error) {
    if (!(error instanceof CallRefused)) return { name, result: "unknown", text: NO_ANSWER }
    return { name, result: "wrong", text: "Cielo refuses calls with the merchant id and the key." }
  }
}

async function checkMpi(authenticator: Authenticator, signal: AbortSignal): Promise<Checked> {
  const name = "mpi"
  const begun = await authenticator.begin({ reference: randomBase62(20), amount: 100, currency: "brl" }, signal)
  if (!("result" in begun)) return { name, result: "right", text: "Cielo opens a session of 3-D Secure." }
  if (begun.refused) return { name, result: "wrong", text: "Cielo refuses the credentials for 3-D Secure." }
  return { name, result: "unknown", text: NO_ANSWER }
}
