// A live account whose acquirer is the simulator of Cielo, from `vintem acquirer set` on.
import { expect } from "chai"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import { type CieloWithMpi, startCieloWithMpi } from "../../cielo/mpi/mpi.ts"
import { MPI_ESTABLISHMENT } from "../../cielo/mpi/simulator.ts"
import { type Environment, type Running, runCommand, startVintem } from "../../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"

export type LiveAccount = {
  cielo: Cielo
  databases: Databases
  vintem: Running
  merchant: Merchant
  /** Stores Cielo's credentials as those of the account, as an operator does. */
  setAcquirer(credentials: Cielo["merchant"]): Promise<void>
  close(): Promise<void>
}

type Options = {
  cielo?: Parameters<typeof startCielo>[0]
  settings?: Environment
  server?: Parameters<typeof startVintem>[1]
}

/** Cielo repeats no notification on its own, and tells the server what happens to a sale. */
export async function startLiveAccount({ cielo: options, ...more }: Options = {}): Promise<LiveAccount> {
  return startLiveAccountAt(await startCielo({ split: true, notificationRepeatMs: 3_600_000, ...options }), more)
}

async function startLiveAccountAt(cielo: Cielo, { settings, server }: Omit<Options, "cielo">): Promise<LiveAccount> {
  const databases = await freshDatabases({ live: true })
  const addresses = { CIELO_API_URL: cielo.url, CIELO_QUERY_URL: cielo.queryUrl }
  const vintem = await startVintem({ ...addresses, ...settings }, { ...server, live: true, databases })
  await cielo.control.setOptions({ notificationUrl: `${vintem.url}/acquirers/cielo/notifications` })
  const merchant = await newMerchant(vintem, "live")
  const setAcquirer = async ({ merchant_id, merchant_key }: Cielo["merchant"]) => {
    const args = ["--account", merchant.account, "--name", "cielo", "--merchant-id", merchant_id, "--merchant-key-file", "-"]
    const { status, stderr } = await runCommand(["acquirer", "set", ...args], databases.env, merchant_key)
    expect(status, stderr).to.equal(0)
  }
  await setAcquirer(cielo.merchant)
  const close = async () => {
    await vintem.close()
    await databases.remove()
    await cielo.close()
  }
  return { cielo, databases, vintem, merchant, setAcquirer, close }
}

export type AuthenticatingAccount = LiveAccount & { cielo: CieloWithMpi }

/** The same with Cielo's 3-D Secure. */
export async function startAuthenticatingAccount({
  cielo: options,
  settings,
  server,
}: Options = {}): Promise<AuthenticatingAccount> {
  const cielo = await startCieloWithMpi({ split: true, notificationRepeatMs: 3_600_000, ...options })
  const live = await startLiveAccountAt(cielo, { settings: { CIELO_MPI_URL: cielo.mpi.url, ...settings }, server })
  const { client_id, client_secret } = cielo.mpi.credentials
  const { EstablishmentCode: establishment_code, MerchantName: merchant_name, MCC: mcc } = MPI_ESTABLISHMENT
  const mpi = { client_id, client_secret, establishment_code, merchant_name, mcc }
  const args = ["--account", live.merchant.account, "--name", "cielo", "--credentials-file", "-"]
  const credentials = JSON.stringify({ ...cielo.merchant, mpi })
  const { status, stderr } = await runCommand(["acquirer", "set", ...args], live.databases.env, credentials)
  expect(status, stderr).to.equal(0)
  return { ...live, cielo }
}
