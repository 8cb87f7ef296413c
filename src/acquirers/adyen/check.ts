import { randomBase62 } from "../../base/ids.ts"
import type { Checked } from "../acquirer.ts"
import { NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { failureOf, send } from "./failures.ts"

const NO_ANSWER = "Adyen gave no answer. Check the address and the network, and try again."

/**
 * Asks Adyen to cancel a payment that does not exist, because it has no look-up. That needs the key and the merchant account, and changes nothing.
 * Only a notification proves the keys that sign them.
 */
export async function check(account: Account, signal: AbortSignal): Promise<readonly Checked[]> {
  return [await checkKey(account, signal)]
}

async function checkKey(account: Account, signal: AbortSignal): Promise<Checked> {
  const name = "api_key"
  const reference = `check-${randomBase62(20)}`
  try {
    const answer = await send(
      account,
      { path: "/cancels", body: { paymentReference: reference, reference }, key: reference },
      signal,
    )
    if (!answer) return { name, result: "unknown", text: NO_ANSWER }
    if (answer.status === 201)
      return { name, result: "right", text: "Adyen takes calls with the API key for the merchant account." }
    const failure = failureOf(account, answer)
    if (failure.result !== "unavailable") return { name, result: "unknown", text: NO_ANSWER }
    return failure.refused
      ? { name, result: "wrong", text: "Adyen refuses calls with the API key for the merchant account." }
      : { name, result: "unknown", text: NO_ANSWER }
  } catch (error) {
    if (error instanceof NoAnswer) return { name, result: "unknown", text: NO_ANSWER }
    throw error
  }
}
