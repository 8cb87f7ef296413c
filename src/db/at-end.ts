import type { Finish, Transaction } from "./database.ts"

type Noted = { finish: Finish<unknown>; note: unknown }

/** A transaction as a driver makes it. */
export type Unended = Omit<Transaction, "atEnd">

/** Runs a work in a transaction, and after it what the work has noted for the end. The caller commits. */
export async function toEnd<T>(tx: Unended, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const noted: Noted[] = []
  const whole: Transaction = {
    ...tx,
    atEnd: (finish, note) => void noted.push({ finish: finish as Finish<unknown>, note }),
    savepoint: async (part) => {
      const before = noted.length
      try {
        return await tx.savepoint(part)
      } catch (error) {
        noted.length = before
        throw error
      }
    },
  }
  const value = await work(whole)
  // What is finished may itself note something.
  while (noted.length > 0) await finishAll(whole, noted.splice(0))
  return value
}

async function finishAll(tx: Transaction, noted: readonly Noted[]): Promise<void> {
  for (const finish of new Set(noted.map((each) => each.finish))) {
    const notes = noted.filter((each) => each.finish === finish).map(({ note }) => note)
    await finish(tx, notes)
  }
}
