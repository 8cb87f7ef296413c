// The second acquirer of the merchants' cards, Adyen: where sales go that Cielo could not make.
import { fork } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Control, controlOf } from "../../test/adyen/client.ts"
import type { Fault } from "../../test/adyen/faults.ts"
import { vintem } from "./vintem.ts"

/** About one call of twelve has one of these. */
const FAULTS: readonly Fault[] = [
  { fault: "cut_before", every: 60 },
  { fault: "cut_after", every: 40 },
  { fault: "error_before:503", every: 90 },
  { fault: "error_after:500", every: 80 },
  { fault: "html_after:502", every: 120 },
  { fault: "truncated", every: 150 },
  { fault: "malformed", every: 150 },
  { fault: "slow_after:3000", every: 100 },
  { fault: "unknown_result", operation: "payments", every: 150 },
  { fault: "too_many:1", every: 200 },
  { fault: "extra_members", every: 20 },
]

export type FallbackOfRun = {
  control: Control
  /** What the service needs to reach it. */
  env: Record<string, string>
  /** Makes it the fallback for the cards of an account. It tells of payments at `url`. */
  join(env: Record<string, string>, account: string, given: { i: number; funds: string; url: string }): Promise<void>
  fail(): Promise<void>
  /** Nothing fails any more. */
  calm(): Promise<void>
  /** What no client of Adyen may do, and what of the simulator breaks its contract. */
  wrong(): Promise<string[]>
  stop(): void
}

export async function startFallback(directory: string): Promise<FallbackOfRun> {
  const child = fork(join(import.meta.dirname, "adyen.ts"))
  const [{ origin, checkout }] = await once(child, "message")
  const control = controlOf(origin)
  // A card that was saved at Cielo is charged here without its payer, and Adyen has no reference of it yet.
  await control.allow(/: a payment without its payer has no networkPaymentReference$/)
  return {
    control,
    env: { ADYEN_CHECKOUT_URL: checkout },
    join: async (env, account, { i, funds, url }) => {
      const { account: merchant_account, apiKey: api_key, hmacKey } = await control.newMerchant()
      const file = join(env.DATA_DIR ?? directory, `adyen-${i}`)
      const members = { environment: "test", merchant_account, api_key, hmac_keys: [hmacKey] }
      await writeFile(file, JSON.stringify(members), { mode: 0o600 })
      const set = ["acquirer", "set", "--account", account, "--name", "adyen", "--fallback-for", "card", "--funds", funds]
      const { notification_url } = await vintem(env, ...set, "--credentials-file", file)
      await control.setWebhook({ account: merchant_account, url: url + new URL(notification_url).pathname })
    },
    fail: () => control.setFaults(...FAULTS).then(() => undefined),
    calm: () => control.setFaults().then(() => undefined),
    wrong: async () => {
      const misuse = (await control.violations()).map(({ operation, rule }) => `${operation}: ${rule}`)
      return [...misuse, ...(await control.breaches())].map((each) => `not allowed at Adyen: ${each}`)
    },
    stop: () => void child.kill("SIGKILL"),
  }
}
