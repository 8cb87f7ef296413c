// A merchant who is paid out.
import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Json } from "../support/app/client.ts"
import type { Running, Vintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

export const HOLDER = "52998224725"

export type PaidOut = Merchant & {
  /** Runs a command for this merchant's account in test mode. */
  run(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string; json: Json }>
  payouts(): Promise<Json[]>
  /** The balance transactions of a payout, or all: type, net, and its source's prefix. */
  rows(payout?: string): Promise<string[]>
}

/** `key` is the PIX key to which the merchant is paid out. */
export async function newPaidOut(vintem: Vintem, key = HOLDER): Promise<PaidOut> {
  const merchant = await newMerchant(vintem)
  const ofAccount = ["--account", merchant.account, "--mode", "test"]
  const run: PaidOut["run"] = (...args) => vintem.cli(...args, ...ofAccount)
  const done = await vintem.cli("accounts", "update", "--account", merchant.account, "--holder-document", HOLDER)
  expect(done.stderr).to.equal("")
  const set = await run("bank-account", "set", "--pix-key", key)
  expect(set.stderr).to.equal("")
  return {
    ...merchant,
    run,
    payouts: async () => (await run("payouts", "list", "--json")).json,
    rows: async (payout) => {
      const { json } = await run("transactions", "list", "--json", ...(payout ? ["--payout", payout] : []))
      return json.map(({ type, net, source }: Json) => `${type} ${net} ${source.split("_")[0]}`)
    },
  }
}

/** Proves the account's balance transactions, payouts and totals. */
export async function expectProven({ server }: Pick<Running, "server">, account: string): Promise<void> {
  const { database } = server.modes.test
  expect(await checkLedger(database, account)).to.deep.equal([])
  expect(await checkTotals(database, account)).to.deep.equal([])
}
