// The bank at which some merchants have their PIX: its simulator over mutual TLS, and what an operator has in front of Vintém for its webhooks.
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { addressesOf, mandateMembersFor, openBankPix } from "../../test/acquirers/bank-pix/open.ts"
import { startProxy } from "../../test/acquirers/bank-pix/proxy.ts"
import { type BankPix, startBankPix } from "../../test/bank-pix/bank-pix.ts"
import type { Fault } from "../../test/bank-pix/faults.ts"
import { PROFILES, type ProfileName } from "../../test/bank-pix/profiles.ts"
import { authorityFile } from "../../test/support/network/https-sink.ts"
import type { Random } from "../merchants/random.ts"
import { vintem } from "./vintem.ts"

/** About one call of eleven has one of these. */
const FAULTS: readonly Fault[] = [
  { fault: "cut_before", every: 60 },
  { fault: "cut_after", every: 60 },
  { fault: "error_before:503", every: 80 },
  { fault: "error_after:500", every: 80 },
  { fault: "error_after:504", every: 120 },
  { fault: "html_before:502", every: 120 },
  { fault: "xml_after", every: 150 },
  { fault: "truncated", every: 150 },
  { fault: "malformed", every: 150 },
  { fault: "slow_after:3000", every: 100 },
  { fault: "unauthorized", every: 200 },
  { fault: "too_many:1", every: 200 },
  { fault: "unseen:2000", operation: "putCob", every: 50 },
  { fault: "unknown_status", operation: "getCob", every: 100 },
  { fault: "no_code", every: 50 },
  { fault: "extra_members", every: 20 },
]

export type OwnBankOfRun = {
  /** Which bank it is like. */
  name: string
  bank: BankPix
  /** What the service needs to reach it, and be reached by it. */
  env: Record<string, string>
  /** Where its webhooks go: these addresses take turns. */
  tellTo(urls: readonly string[]): void
  /** Gives the account of a merchant to the bank, the first, the second and so on. */
  join(env: Record<string, string>, account: string, given: { i: number; funds: string }): Promise<void>
  fail(): void
  /** Nothing fails any more. Returns how many calls had a fault, and how many there were. */
  calm(): { faults: number; calls: number }
  close(): Promise<void>
}

/**
 * Starts a bank like one that exists, with this many accounts. Each has another key besides. Its clock is that of the hosts: only the merchants'
 * time is moved.
 */
export async function startOwnBank(accounts: number, directory: string, random: Random): Promise<OwnBankOfRun> {
  const name = random.pick(Object.keys(PROFILES) as ProfileName[])
  const bank = await startBankPix({ profile: name, accounts })
  for (const { account, key } of bank.merchants) account.keys.add(key.replace(/^.{8}/, "aaaaaaaa"))
  // Each process has a token of its own, and forgets it when it is killed.
  bank.allowMisuse(/^a token was fetched for each call/)
  const proxy = await startProxy(bank)
  const { bankPixUrl, bankPixTokenUrl, bankPixMandatesUrl, bankPixMandateChargesUrl } = addressesOf(bank)
  return {
    name,
    bank,
    env: {
      ...{ BANK_PIX_URL: bankPixUrl, BANK_PIX_TOKEN_URL: bankPixTokenUrl, BASE_URL: proxy.url },
      ...{ BANK_PIX_MANDATES_URL: bankPixMandatesUrl, BANK_PIX_MANDATE_CHARGES_URL: bankPixMandateChargesUrl },
      NODE_EXTRA_CA_CERTS: await authorityFile(directory),
    },
    tellTo: (urls) => proxy.forwardTo(...urls),
    join: async (env, account, { i, funds }) => {
      const members = mandateMembersFor(bank, bank.merchants[i]!)
      const file = join(env.DATA_DIR ?? directory, `bank-${i}`)
      await writeFile(file, JSON.stringify(members), { mode: 0o600 })
      const set = ["acquirer", "set", "--account", account, "--name", "bank-pix", "--methods", "pix", "--funds", funds]
      await vintem(env, ...set, "--credentials-file", file)
      const shown: { name: string; notification_url: string }[] = await vintem(env, "acquirer", "show", "--account", account)
      const { acquirer } = await openBankPix(bank, { members })
      const url = shown.find(({ name }) => name === "bank-pix")!.notification_url
      const { result } = await acquirer.register!(url, AbortSignal.timeout(60_000))
      await acquirer.close!()
      if (result !== "right") throw new Error(`the bank does not take the address ${url}`)
    },
    fail: () => {
      for (const fault of FAULTS) bank.faults.next(fault)
    },
    calm: () => {
      bank.faults.clear()
      const calls = bank.calls()
      return { faults: calls.filter(({ fault }) => fault !== undefined).length, calls: calls.length }
    },
    close: async () => {
      await proxy.close()
      await bank.close()
    },
  }
}
