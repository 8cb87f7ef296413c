// Commands of operators and owners, which die with the process that runs them.
import { scopeOf } from "../../src/accounts/scope.ts"
import { ApiError, Refusal } from "../../src/base/errors.ts"
import type { Transaction } from "../../src/db/database.ts"
import { isUnreachable } from "../../src/db/unreachable.ts"
import type { Mode, Scope } from "../../src/modes/wiring.ts"
import { setBankAccount } from "../../src/payouts/bank-accounts.ts"
import { createPayout } from "../../src/payouts/create.ts"
import { readPixKey } from "../../src/payouts/destination.ts"
import { cancelPayout } from "../../src/payouts/move.ts"
import { updatePayoutSettings } from "../../src/payouts/settings.ts"
import { findPayout } from "../../src/payouts/store.ts"
import type { Teller } from "../merchants/payouts.ts"
import type { World } from "./world.ts"

/** Nobody knows what a command has done that is lost. */
export type Told<T> = { value: T } | { refused: Refusal | ApiError } | { lost: true }

/** A frozen process goes on sooner, so a command that nobody waits for any more does nothing later. */
const PATIENCE_MS = 600_000

/** Runs a command in one of the processes. It is lost if that process dies, or its connection to the database. */
export function command<T>({ machine, processes }: World, name: string, work: (mode: Mode) => Promise<T>): Promise<Told<T>> {
  const { world } = machine
  return new Promise((resolve) => {
    const running = processes()
    machine.after(PATIENCE_MS, () => resolve({ lost: true }), world)
    if (running.length === 0) return
    const { owner, mode } = machine.random.pick(running)
    const tell = (told: Told<T>) => {
      machine.say(`${name} → ${"refused" in told ? told.refused.code : "lost" in told ? "lost" : "done"}`, owner)
      machine.after(machine.someMs(world), () => resolve(told), world)
    }
    const fail = (error: unknown) => {
      if (error instanceof Refusal || error instanceof ApiError) return tell({ refused: error })
      if (!isUnreachable(error)) machine.accuse(`a command failed: ${(error as Error).stack}`)
      return tell({ lost: true })
    }
    machine.after(machine.someMs(world), () => void work(mode).then((value) => tell({ value }), fail), owner)
  })
}

/** Runs a command for an account. Returns undefined if it was refused or lost. */
export async function actIn<T>(
  world: World,
  account: string,
  name: string,
  work: (tx: Transaction, scope: Scope) => Promise<T>,
): Promise<T | undefined> {
  const told = await command(world, name, async (mode) => {
    const scope = await scopeOf(mode.database, mode, account)
    return mode.database.transaction((tx) => work(tx, scope))
  })
  return "value" in told ? told.value : undefined
}

export function tellerIn(world: World, account: string): Teller {
  return {
    setBankAccount: (key) => actIn(world, account, "bank-account set", (tx, scope) => setBankAccount(tx, scope, readPixKey(key))),
    setSchedule: (schedule) =>
      actIn(world, account, `payouts ${schedule}`, (tx, scope) => updatePayoutSettings(tx, scope, { schedule })),
    create: async () => {
      const wanted = { currency: "brl", automatic: false }
      return (await actIn(world, account, "payouts create", (tx, scope) => createPayout(tx, scope, wanted)))?.id
    },
    // The payout is found before the transaction begins, and may be sent meanwhile.
    cancel: (id) =>
      command(world, "payouts cancel", async (mode) => {
        const payout = await findPayout(mode.database, account, id)
        const scope = await scopeOf(mode.database, mode, account)
        return payout && mode.database.transaction((tx) => cancelPayout(tx, scope, payout))
      }),
  }
}
