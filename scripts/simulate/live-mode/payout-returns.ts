// What the bank says of payouts: in files, of which some are read twice, and before that to a person who asks.
import { must } from "../../../src/base/must.ts"
import { importReturn } from "../../../src/payouts/files/import.ts"
import { readReturn } from "../../../src/payouts/files/return.ts"
import { failPayout, payPayout } from "../../../src/payouts/move.ts"
import { findPayoutAnywhere } from "../../../src/payouts/store.ts"
import { type FailureCode, payouts } from "../../../src/payouts/tables.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import type { PayoutBank, Said } from "../../live-mode/payout-bank.ts"
import type { Random } from "../../merchants/random.ts"
import { actIn, command } from "../command.ts"
import type { World } from "../world.ts"

const HEADER = "payout,status,reference,failure_code"
/** The share of files that are read twice at once, that repeat all earlier lines, and that have a line which fits nothing. */
const TWICE = 0.3
const REPEATED = 0.4
const STRANGE = 0.3

const pendingOf = testOnly(payouts.find(["account"], (rows) => rows.where({ status: "pending" }).limit(1)))

export type Returns = {
  /** The lines that were read and fit no payout. */
  unmatched: ReadonlySet<string>
  read(): Promise<void>
  /** A person records what the bank says of a payout, before its file is read. */
  sayByHand(): Promise<void>
}

type Parts = { world: World; bank: PayoutBank; random: Random; account: string }

export function returnsIn({ world, bank, random, account }: Parts): Returns {
  const fit: string[] = []
  const unmatched = new Set<string>()

  /** Of a payout that does not exist, of one that no file has told, and of one that was paid under another name. */
  async function strangeLine(): Promise<string> {
    const reference = `X${unmatched.size}`
    const pending = await world.database.one(pendingOf, { account })
    const paid = fit.find((line) => line.includes(",paid,"))?.split(",")[0]
    const payout = random.pick([pending?.id, paid, undefined]) ?? "po_unknown"
    return textOf({ payout, status: "paid", reference, failure_code: "" })
  }

  /** The file is read again until nothing of it is lost. */
  async function read(): Promise<void> {
    const lines = [...(random.chance(REPEATED) ? fit : []), ...bank.unsaid.splice(0).map(textOf)]
    const odd = random.chance(STRANGE) ? [await strangeLine()] : []
    if (lines.length + odd.length === 0) return
    const text = [HEADER, ...lines, ...odd, ""].join("\n")
    const once = () => command(world, "payouts import", (mode) => importReturn(mode, readReturn(text)))
    for (let isRead = false; !isRead; ) {
      const told = await Promise.all(random.chance(TWICE) ? [once(), once()] : [once()])
      const counts = told.flatMap((each) => ("value" in each ? [each.value] : []))
      isRead = counts.length > 0
      if (counts.some((each) => each.unmatched > odd.length))
        world.machine.accuse(`lines of a return file fit no payout: ${JSON.stringify(counts)}\n    ${lines.join("\n    ")}`)
    }
    fit.push(...lines.filter((each) => !fit.includes(each)))
    for (const each of odd) unmatched.add(each)
  }

  async function sayByHand(): Promise<void> {
    const isOnly = ({ payout }: Said) => bank.unsaid.filter((each) => each.payout === payout).length === 1
    const said = bank.unsaid.find(isOnly)
    if (!said) return
    const { payout: id, status, reference, failure_code } = said
    await actIn(world, account, `payouts ${status} by hand`, async (tx, scope) => {
      const payout = must(await findPayoutAnywhere(tx, id), id)
      if (status === "paid") return payPayout(tx, scope, payout, reference)
      return failPayout(tx, scope, payout, { failure_code: failure_code as FailureCode, reference })
    })
  }

  return { unmatched, read, sayByHand }
}

function textOf({ payout, status, reference, failure_code }: Said): string {
  return [payout, status, reference, failure_code].join(",")
}
