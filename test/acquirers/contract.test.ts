import { decideCharge } from "../../src/acquirers/mock/ledger.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { bankFor } from "../support/banks/bank.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { acquirerContract } from "./contract.ts"

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers) await close()
})

acquirerContract("of test mode", async () => {
  const vintem: Running = await startVintem()
  closers.push(() => vintem.close())
  const { account } = vintem
  const { database, acquirerOf } = vintem.server.modes.test
  return {
    acquirer: (await acquirerOf(database, account, "card"))!,
    account,
    approved: CARDS.approved,
    refused: CARDS.declined,
    declinedAtCapture: CARDS.declinedAtCapture,
    pay: async (reference) =>
      void (await database.transaction((tx) => decideCharge(tx, account, reference, { status: "approved" }))),
  }
})

acquirerContract("of the tests, which is not idempotent", async () => {
  const databases = await freshDatabases()
  const bank = bankFor(databases)
  closers.push(async () => {
    bank.close()
    await databases.remove()
  })
  const account = "acct_bank"
  return {
    acquirer: bank.acquirer,
    account,
    approved: CARDS.approved,
    refused: CARDS.declined,
    pay: async (reference) => bank.pay(account, reference),
  }
})
