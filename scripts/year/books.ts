// What the operator has set, and when: no answer of the API says it.
import type { Schedule } from "../../src/payouts/schedule.ts"
import type { Shop } from "./shop.ts"

type Since<What> = { since: number } & What

export type Books = {
  /** `file` is the name of a file of terms, and `text` what is in it. */
  terms: Since<{ file: string; text: string }>[]
  schedules: Since<{ schedule: Schedule; minimum: number }>[]
  bankAccounts: Since<{ fails: boolean }>[]
  /** Notes something as of the account's time. */
  note<What extends object>(list: Since<What>[], what: What): Promise<void>
}

export async function openBooks(shop: Shop): Promise<Books> {
  return {
    terms: [],
    schedules: [],
    bankAccounts: [],
    note: async (list, what) => void list.push({ since: await shop.now(), ...what }),
  }
}
