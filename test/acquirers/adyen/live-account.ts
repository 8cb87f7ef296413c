// A live account whose acquirer is the simulator of Adyen, from `vintem acquirer set` on.
import { expect } from "chai"
import { type Adyen, startAdyen } from "../../adyen/adyen.ts"
import { type Environment, type Running, runCommand, startVintem } from "../../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { membersFor } from "./at-adyen.ts"

export type LiveAdyenAccount = {
  adyen: Adyen
  databases: Databases
  vintem: Running
  merchant: Merchant
  close(): Promise<void>
}

/** Adyen tells the server what happens to its sales. */
export async function startLiveAdyenAccount(
  settings: Environment = {},
  funds = "acquirer",
  clock?: { now(): number },
): Promise<LiveAdyenAccount> {
  const adyen = await startAdyen({ testCvc: false })
  const databases = await freshDatabases({ live: true })
  const addresses = { ADYEN_CHECKOUT_URL: adyen.urls.checkout, ...settings }
  const vintem = await startVintem(addresses, { live: true, databases, ...(clock && { clock }) })
  const merchant = await newMerchant(vintem, "live")
  const file = JSON.stringify({ ...membersFor(adyen), hmac_keys: [adyen.merchant.hmacKey] })
  const args = ["--account", merchant.account, "--name", "adyen", "--funds", funds, "--credentials-file", "-", "--json"]
  const env = { ...databases.env, ...addresses, BASE_URL: vintem.url }
  const { status, stderr, json } = await runCommand(["acquirer", "set", ...args], env, file)
  expect(status, stderr).to.equal(0)
  await adyen.control.setWebhook({ url: json.notification_url })
  const close = async () => {
    await vintem.close()
    await databases.remove()
    await adyen.close()
  }
  return { adyen, databases, vintem, merchant, close }
}
