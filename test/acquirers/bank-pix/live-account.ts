// A live account with Cielo for cards and a simulated bank for PIX, from `vintem acquirer set` on.
import { expect } from "chai"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { cielo } from "../../../src/acquirers/cielo/cielo.ts"
import { type BankPix, type Start, startBankPix } from "../../bank-pix/bank-pix.ts"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { type Environment, type Running, runCommand, startVintem } from "../../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { testAuthority } from "../../support/network/https-sink.ts"
import { addressesOf, membersFor } from "./open.ts"
import { type FrontProxy, startProxy } from "./proxy.ts"

export type LiveAccount = {
  bank: BankPix
  cielo: Cielo
  databases: Databases
  vintem: Running
  merchant: Merchant
  proxy: FrontProxy
  /** The environment of commands. */
  env: Environment
  /** The address for the bank's notifications, at the proxy. */
  notificationUrl: string
  setBank(members?: object): Promise<void>
  close(): Promise<void>
}

export async function startLiveAccount(options: Start = {}): Promise<LiveAccount> {
  const bank = await startBankPix({ refunds: "at once", ...options })
  const atCielo = await startCielo({ split: true, notificationRepeatMs: 3_600_000 })
  const proxy = await startProxy(bank)
  const databases = await freshDatabases({ live: true })
  const { bankPixUrl, bankPixTokenUrl } = addressesOf(bank)
  const addresses = {
    ...{ BANK_PIX_URL: bankPixUrl, BANK_PIX_TOKEN_URL: bankPixTokenUrl, BASE_URL: proxy.url },
    ...{ CIELO_API_URL: atCielo.url, CIELO_QUERY_URL: atCielo.queryUrl },
  }
  const acquirerKinds = [cielo, bankPixKind({ ca: [(await testAuthority()).cert], now: bank.clock.now })]
  const vintem = await startVintem(addresses, { live: true, databases, acquirerKinds })
  proxy.forwardTo(vintem.url)
  const merchant = await newMerchant(vintem, "live")
  const env = { ...databases.env, ...addresses }
  const set = async (name: string, methods: string, members: object) => {
    const args = [
      "acquirer",
      "set",
      "--account",
      merchant.account,
      "--name",
      name,
      "--methods",
      methods,
      "--credentials-file",
      "-",
    ]
    const { status, stderr } = await runCommand([...args, "--json"], env, JSON.stringify(members))
    expect(status, stderr).to.equal(0)
  }
  await set("cielo", "card,boleto", atCielo.merchant)
  const setBank = (members: object = {}) => set("bank-pix", "pix", { ...membersFor(bank), ...members })
  await setBank()
  const shown = await runCommand(["acquirer", "show", "--account", merchant.account, "--json"], env)
  const { notification_url: notificationUrl } = shown.json.find(({ name }: { name: string }) => name === "bank-pix")
  const close = async () => {
    await vintem.close()
    await databases.remove()
    await Promise.all([proxy.close(), atCielo.close()])
    await bank.close()
  }
  return { bank, cielo: atCielo, databases, vintem, merchant, proxy, env, notificationUrl, setBank, close }
}
