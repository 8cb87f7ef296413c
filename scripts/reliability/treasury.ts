// The operator who pays merchants out, with commands: makes payouts, gives their files to a bank, and reads what it says.
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand } from "../../test/support/app/commands.ts"
import { openPayoutBank, type PayoutBank, type Said } from "../live-mode/payout-bank.ts"
import { HOLDER, KEYS, MINIMUMS } from "../merchants/payouts.ts"
import type { Random } from "../merchants/random.ts"
import { vintem } from "./vintem.ts"

const HEADER = "payout,status,reference,failure_code"
const DAY = 86_400
/** The share of the operator's rounds that change a bank account, and of files that are printed or read again. */
const CHANGED = 0.1
const AGAIN = 0.2

type Env = Record<string, string>

export type Treasury = {
  bank: PayoutBank
  /** The files by their numbers, as they were printed first. */
  files: ReadonlyMap<number, string>
  /** Prints a file again. */
  print(number: number): Promise<string | undefined>
  /** What was wrong with files. */
  wrong: readonly string[]
  /** Does the work of a day. */
  act(): Promise<void>
}

type Parts = { env: Env; accounts: readonly string[]; random: Random; pass(seconds: number): Promise<void> }

/** Opens the payouts of each account. A new bank account counts after a day, which passes meanwhile. */
export async function openTreasury({ env, accounts, random, pass }: Parts): Promise<Treasury> {
  const bank = openPayoutBank(random)
  const files = new Map<number, string>()
  const wrong: string[] = []
  let returns = 0

  async function setBankAccount(account: string, key: string): Promise<void> {
    const of = ["--account", account, "--mode", "live", "--pix-key", key]
    const { id } = await vintem(env, "bank-account", "set", ...of)
    await vintem(env, "bank-account", "release", id, ...of)
  }

  /** Returns undefined if there is no such file, or nothing to send. */
  async function print(number?: number): Promise<string | undefined> {
    const { status, stdout, stderr } = await runCommand(["payouts", "export", ...(number ? ["--file", String(number)] : [])], env)
    if (status !== 0) return undefined
    const printed = Number(/This is file (\d+)/.exec(stderr)?.[1])
    const first = files.get(printed)
    if (first === undefined) {
      files.set(printed, stdout)
      wrong.push(...bank.take(printed, stdout))
    } else if (first !== stdout) wrong.push(`the file ${printed} is printed with other bytes`)
    return stdout
  }

  async function read(said: readonly Said[]): Promise<void> {
    if (said.length === 0) return
    const lines = said.map(({ payout, status, reference, failure_code }) => [payout, status, reference, failure_code].join(","))
    const file = join(env.DATA_DIR ?? ".", `returns-${++returns}.csv`)
    await writeFile(file, [HEADER, ...lines, ""].join("\n"))
    for (let times = random.chance(AGAIN) ? 2 : 1; times > 0; times--) {
      const { unmatched } = await vintem(env, "payouts", "import", file)
      if (unmatched > 0) wrong.push(`${unmatched} lines of a return file fit no payout: ${lines.join(" ")}`)
    }
  }

  async function act(): Promise<void> {
    const account = random.pick(accounts)
    if (random.chance(CHANGED)) await setBankAccount(account, random.pick([KEYS.good, KEYS.other]))
    // Too little may be there.
    await runCommand(["payouts", "create", "--account", account, "--mode", "live"], env)
    await print()
    if (files.size > 0 && random.chance(AGAIN)) await print(random.integer(1, files.size))
    bank.decide()
    await read(bank.unsaid.splice(0))
  }

  for (const account of accounts) {
    const how = ["--holder-document", HOLDER, "--payouts", "daily", "--payout-minimum", String(random.pick(MINIMUMS))]
    await vintem(env, "accounts", "update", "--account", account, ...how)
    await setBankAccount(account, KEYS.good)
  }
  await pass(DAY + 1)
  for (const account of accounts) await vintem(env, "payouts", "open", "--account", account, "--mode", "live")
  return { bank, files, print, wrong, act }
}
