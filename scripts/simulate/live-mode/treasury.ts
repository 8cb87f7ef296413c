// The operator who opens payouts, gives their files to the bank, and reads what it says. Commands die, and are run twice, also at once.
import { cielo as CIELO } from "../../../src/acquirers/cielo/cielo.ts"
import { setCredentials } from "../../../src/acquirers/credentials.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import { bankAccountsOf, releaseBankAccount } from "../../../src/payouts/bank-accounts.ts"
import { openPayouts } from "../../../src/payouts/open.ts"
import { openPayoutBank, type PayoutBank } from "../../live-mode/payout-bank.ts"
import { KEYS } from "../../merchants/payouts.ts"
import type { Random } from "../../merchants/random.ts"
import { actIn, tellerIn } from "../command.ts"
import { payOutFrom } from "../paid-out.ts"
import type { World } from "../world.ts"
import type { CieloBank } from "./cielo.ts"
import type { Merchant } from "./merchants.ts"
import { type FilesOut, filesOut } from "./payout-files.ts"
import { type Returns, returnsIn } from "./payout-returns.ts"

const DAY = 86_400
/** What the platform may owe of what was available before payouts were opened, in cents. */
const OWED = [0, 40_000, 90_000, -700]
/** The share of merchants whose payouts are open from the beginning. */
const OPEN = 0.5

export type Treasury = Pick<FilesOut, "files" | "print"> &
  Pick<Returns, "unmatched"> & {
    bank: PayoutBank
    /** Does something of the daily work. */
    act(random: Random): Promise<void>
    /** Sends and reads all that there is. */
    finish(): Promise<void>
  }

type Parts = { world: World; mode: Mode; cielo: CieloBank; merchant: Merchant; random: Random }

/** `mode` has a database to which the connection never fails. The merchant's bank account was set and released days ago. */
export async function openTreasury({ world, mode, cielo, merchant: { account }, random }: Parts): Promise<Treasury> {
  const { machine, database } = world
  const bank = openPayoutBank(random)
  const out = filesOut({ world, bank, random })
  const returns = returnsIn({ world, bank, random, account })
  const now = () => Math.floor(machine.now / 1000)
  const before = now() - 3 * DAY
  const first = await payOutFrom(world, mode, account, before)
  await database.transaction((tx) => releaseBankAccount(tx, { account, now: before, mode }, { id: first, told: undefined }))

  async function open(balance: number): Promise<void> {
    const once = () => actIn(world, account, "payouts open", (tx, scope) => openPayouts(tx, scope, { currency: "brl", balance }))
    await Promise.all([once(), once()])
  }

  /** Not every new one is released. */
  async function changeBankAccount(): Promise<void> {
    await tellerIn(world, account).setBankAccount(random.pick([KEYS.good, KEYS.other]))
    const { next } = await bankAccountsOf(database, { account, now: now() })
    if (next && random.chance(0.7))
      await actIn(world, account, "bank-account release", (tx, scope) =>
        releaseBankAccount(tx, scope, { id: next.id, told: undefined }),
      )
  }

  /** Whose money later sales are. */
  async function changeFunds(): Promise<void> {
    const funds = random.pick(["acquirer", "platform", "platform"] as const)
    const credentials = { kind: CIELO, members: cielo.merchant, funds }
    await database.transaction((tx) => setCredentials(tx, { account, now: now(), ring: mode.ring }, credentials))
  }

  const create = () => tellerIn(world, account).create()

  await changeFunds()
  if (random.chance(OPEN)) await open(random.pick(OWED))
  const decide = async () => bank.decide()
  const decideAndRead = async () => {
    bank.decide()
    await returns.read()
  }
  const acts: readonly (() => Promise<unknown>)[] = [
    () => open(random.pick(OWED)),
    () => open(random.pick(OWED)),
    changeBankAccount,
    changeFunds,
    changeFunds,
    decide,
    returns.sayByHand,
    ...Array<typeof create>(5).fill(create),
    ...Array<typeof out.send>(4).fill(out.send),
    ...Array<typeof decideAndRead>(4).fill(decideAndRead),
  ]
  /** One person does one thing at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const next = last.then(work).then(() => {})
    last = next
    return next
  }
  return {
    ...{ bank, files: out.files, print: out.print, unmatched: returns.unmatched },
    act: (choice) => inTurn(choice.pick(acts)),
    finish: async () => {
      for (const work of [out.send, decideAndRead]) await inTurn(work)
    },
  }
}
