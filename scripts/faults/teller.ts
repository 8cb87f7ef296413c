// The commands about the payouts of a merchant, run on the databases of the processes that fail meanwhile.
import { HOLDER, KEYS, MINIMUMS, type Teller } from "../merchants/payouts.ts"
import type { Random } from "../merchants/random.ts"
import type { Fleet } from "./fleet.ts"

/** Lets a merchant be paid out each banking day, from a minimum on that stays. */
export async function payOutFrom(fleet: Fleet, account: string, random: Random): Promise<void> {
  const how = ["--holder-document", HOLDER, "--payouts", "daily", "--payout-minimum", String(random.pick(MINIMUMS))]
  await mustRun(fleet, "accounts", "update", "--account", account, ...how)
  await mustRun(fleet, "bank-account", "set", "--account", account, "--mode", "test", "--pix-key", KEYS.good)
}

/** A command may fail with its database. Then nobody knows what it has done. */
export function tellerAt(fleet: Fleet, account: string): Teller {
  const run = async (...args: string[]) => {
    const { status, json } = await vintem(fleet, ...args, "--json")
    return status === 0 ? json : undefined
  }
  const of = ["--account", account, "--mode", "test"]
  return {
    setBankAccount: (key) => run("bank-account", "set", ...of, "--pix-key", key),
    setSchedule: (schedule) => run("accounts", "update", "--account", account, "--payouts", schedule),
    create: async () => (await run("payouts", "create", ...of))?.id,
    cancel: (payout) => run("payouts", "cancel", payout),
  }
}

function vintem({ members }: Fleet, ...args: string[]) {
  return members[0]!.process.cli(...args)
}

async function mustRun(fleet: Fleet, ...args: string[]): Promise<void> {
  const { status, stderr } = await vintem(fleet, ...args)
  if (status !== 0) throw new Error(`vintem ${args.join(" ")} ended with ${status}: ${stderr}`)
}
