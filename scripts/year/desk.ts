// The operator and the owner of a year: terms, schedules, bank accounts, payouts by hand, and what waits for a person.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Schedule } from "../../src/payouts/schedule.ts"
import type { Random } from "../merchants/random.ts"
import type { Books } from "./books.ts"
import type { Shop } from "./shop.ts"

const USUAL = new URL("../../docs/terms.yaml", import.meta.url)
const HOLDER = "11222333000181"
const GOOD = HOLDER
const CLOSED = "fail@loja.example"
/** How much of the year has passed when payouts follow another schedule, and when other terms begin. */
const SCHEDULES: readonly [from: number, schedule: Schedule, minimum: number][] = [
  [0, "weekly", 0],
  [0.35, "daily", 5000],
  [0.5, "manual", 0],
  [0.6, "monthly", 0],
  [0.85, "daily", 0],
]
const OTHER_TERMS_FROM = 0.55
/** How often a year the owner sets another bank account, and makes a payout by hand. */
const CHANGES = 24
const BY_HAND = 30
/** The share of disputes that are won. */
const WON = 0.4

export type Desk = {
  begin(): Promise<void>
  /** Does what a person does from time to time, after each sale of the year. */
  lookAfter(random: Random, sale: number, sales: number): Promise<void>
  /** Finds that the acquirer has not made a refund. */
  failRefund(refund: string): Promise<void>
  /** The card network decides the disputes of a payment. */
  decideDisputes(payment: string, random: Random): Promise<void>
}

export function openDesk(shop: Shop, books: Books): Desk {
  const of = ["--account", shop.account, "--mode", "test"]
  const folder = mkdtempSync(join(tmpdir(), "vintem-year-"))

  async function setTerms(text: string): Promise<void> {
    const file = `terms-${books.terms.length + 1}.yaml`
    writeFileSync(join(folder, file), text)
    await shop.vintem("terms", "set", ...of, join(folder, file))
    await books.note(books.terms, { file, text })
  }

  async function setBankAccount(fails: boolean): Promise<void> {
    await shop.vintem("bank-account", "set", ...of, "--pix-key", fails ? CLOSED : GOOD)
    await books.note(books.bankAccounts, { fails })
  }

  async function follow([, schedule, minimum]: (typeof SCHEDULES)[number]): Promise<void> {
    const how = ["--payouts", schedule, "--payout-minimum", String(minimum)]
    await shop.vintem("accounts", "update", "--account", shop.account, ...how)
    await books.note(books.schedules, { schedule, minimum })
  }

  /** Nothing may be there to pay out. */
  async function payByHand(random: Random): Promise<void> {
    const payout = await shop.vintem("payouts", "create", ...of).catch(unlessTooSmall)
    if (payout && random.chance(0.5)) await shop.vintem("payouts", "cancel", payout.id)
    await shop.nextSecond()
  }

  return {
    begin: async () => {
      await setTerms(readFileSync(USUAL, "utf8"))
      await shop.vintem("accounts", "update", "--account", shop.account, "--holder-document", HOLDER)
      await setBankAccount(false)
    },
    lookAfter: async (random, sale, sales) => {
      const part = sale / sales
      const next = SCHEDULES[books.schedules.length]
      if (next && next[0] <= part) await follow(next)
      if (books.terms.length === 1 && part >= OTHER_TERMS_FROM) await setTerms(otherTerms())
      if (random.chance(CHANGES / sales)) await setBankAccount(!books.bankAccounts.at(-1)?.fails)
      if (part > 0.97 && books.bankAccounts.at(-1)?.fails) await setBankAccount(false)
      if (random.chance(BY_HAND / sales)) await payByHand(random)
    },
    failRefund: async (refund) => void (await shop.vintem("refunds", "settle", refund, "--failed")),
    decideDisputes: async (payment, random) => {
      const disputes = await shop.vintem("disputes", "list", ...of, "--limit", "1000")
      for (const { id, payment_intent, status } of disputes)
        if (payment_intent === payment && status === "needs_response")
          await shop.vintem("disputes", "close", id, random.chance(WON) ? "--won" : "--lost")
    },
  }
}

/** Refunds and payouts cost something, and what a payment cost goes back with it. */
function otherTerms(): string {
  return readFileSync(USUAL, "utf8")
    .replace("refund_fee: 0", "refund_fee: 50")
    .replace("payout_fee: 0", "payout_fee: 190")
    .replace("returns_fee_on_refund: false", "returns_fee_on_refund: true")
}

function unlessTooSmall(error: Error): undefined {
  if (!error.message.includes("so none is made")) throw error
}
