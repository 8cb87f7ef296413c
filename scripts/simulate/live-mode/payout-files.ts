// The files that tell the bank what to pay.
import { exportPayouts, payoutFile } from "../../../src/payouts/files/export.ts"
import type { PayoutBank } from "../../live-mode/payout-bank.ts"
import type { Random } from "../../merchants/random.ts"
import { command } from "../command.ts"
import type { World } from "../world.ts"

/** The share of exports that two people make at once, and of files that are printed again. */
const TWICE = 0.3
const AGAIN = 0.2

export type FilesOut = {
  /** The files by their numbers, as they were printed first. */
  files: ReadonlyMap<number, string>
  /** Exports what is due, prints what got lost, and gives the bank what is new. */
  send(): Promise<void>
  /** Prints a file again. Undefined if there is none with this number. */
  print(number: number): Promise<string | undefined>
}

type Parts = { world: World; bank: PayoutBank; random: Random }

export function filesOut({ world, bank, random }: Parts): FilesOut {
  const { machine } = world
  const files = new Map<number, string>()

  function exportNew() {
    return command(world, "payouts export", (mode) =>
      mode.database.transaction(async (tx) => {
        const { number } = await exportPayouts(tx, Math.floor(mode.clock.now() / 1000))
        return { number, text: await payoutFile(tx, mode.ring, number) }
      }),
    )
  }

  async function print(number: number): Promise<string | undefined> {
    for (;;) {
      const told = await command(world, `payouts export --file ${number}`, (mode) => payoutFile(mode.database, mode.ring, number))
      if ("value" in told) return told.value
      if ("refused" in told) return undefined
    }
  }

  function keep(number: number, text: string): void {
    const first = files.get(number)
    if (first === undefined) files.set(number, text)
    else if (first !== text) machine.accuse(`the file ${number} is printed with other bytes\n    ${first}\n    ${text}`)
  }

  /** An export whose answer is lost may have made a file. Numbers have no gap, so the operator finds it. */
  async function printMissing(): Promise<void> {
    for (let number = 1; ; number++) {
      if (files.has(number) && !random.chance(AGAIN)) continue
      const text = await print(number)
      if (text === undefined) return
      keep(number, text)
    }
  }

  async function send(): Promise<void> {
    const exports = random.chance(TWICE) ? [exportNew(), exportNew()] : [exportNew()]
    for (const told of await Promise.all(exports)) if ("value" in told) keep(told.value.number, told.value.text)
    await printMissing()
    for (const [number, text] of [...files].sort(([a], [b]) => a - b))
      for (const wrong of bank.take(number, text)) machine.accuse(wrong)
  }

  return { files, send, print }
}
