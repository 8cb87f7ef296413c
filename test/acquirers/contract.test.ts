import { decideCharge, findChargeByReference, holdingsOf } from "../../src/acquirers/mock/ledger.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { bankFor } from "../support/banks/bank.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { acquirerContract } from "./contract.ts"
import { threeDSecureContract } from "./contract-three-d-secure.ts"

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers) await close()
})

acquirerContract("of test mode", async () => {
  const vintem: Running = await startVintem()
  closers.push(() => vintem.close())
  const { account } = vintem
  const { database, routingOf } = vintem.server.modes.test
  return {
    acquirer: (await routingOf(database, account, "card")).own!.acquirer,
    account,
    approved: CARDS.approved,
    refused: CARDS.declined,
    declinedAtCapture: CARDS.declinedAtCapture,
    pay: async (reference) =>
      void (await database.transaction((tx) => decideCharge(tx, account, reference, { status: "approved" }))),
  }
})

threeDSecureContract("of test mode", async () => {
  const vintem: Running = await startVintem()
  closers.push(() => vintem.close())
  const { account } = vintem
  const { database, routingOf, config } = vintem.server.modes.test
  const acquirer = (await routingOf(database, account, "card")).own!.acquirer
  const { mockFaults: faults } = config
  const visa = (number: string) => ({ number, brand: "visa" })
  return {
    // The mock decides the challenge when it hears how the page ended.
    ...{ acquirer, account, answer: async () => {} },
    cards: {
      frictionless: visa(CARDS.frictionless),
      challenge: visa(CARDS.threeDs),
      failing: visa(CARDS.failingChallenge),
      notEnrolled: visa(CARDS.notEnrolled),
      dataOnly: visa(CARDS.dataOnly),
      softDeclined: visa(CARDS.softDeclined),
      mastercard: { number: CARDS.mastercard, brand: "mastercard" },
    },
    taken: async (reference) => {
      const charge = await findChargeByReference(database, account, reference)
      return charge ? (await holdingsOf(database, account, charge.id))!.captured : 0
    },
    losing: async (of, work) => {
      const operation = of === "sale" ? "authorize" : "finish_challenge"
      faults[operation] = "timeout_after"
      return work().finally(() => delete faults[operation])
    },
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
