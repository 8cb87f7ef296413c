// Live mode's way to the bank: a file out, a file in, and what a person has seen there.
import { createHash } from "node:crypto"
import { type Command, InvalidArgumentError, Option } from "commander"
import { act } from "../audit/act.ts"
import { Refusal } from "../base/errors.ts"
import { hasSeveral, livesOf } from "../http/mode.ts"
import type { Mode } from "../modes/wiring.ts"
import { exportPayouts, payoutFile } from "../payouts/files/export.ts"
import { type Imported, importReturn } from "../payouts/files/import.ts"
import { REFERENCE, type ReturnLine, readReturn } from "../payouts/files/return.ts"
import { failPayout, payPayout } from "../payouts/move.ts"
import { findPayoutAnywhere, presentPayout } from "../payouts/store.ts"
import { FAILURE_CODES, type FailureCode, LINE_OUTCOMES } from "../payouts/tables.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { readFileUpTo } from "./file.ts"
import { actOn } from "./shared/act.ts"
import { currentActor } from "./shared/actor.ts"
import { liveModeOn, type Modes, modeNamed, mustAllAnswer, print, withModes } from "./shared/operator.ts"

type Said = { reference: string; failureCode?: FailureCode; json?: boolean }

const MAX_BYTES = 2 ** 20

export function railCommands(payouts: Command): void {
  payouts
    .command("export")
    .description("Print a CSV file of all live payouts in brl that are pending, of every account. They are then in transit.")
    .option("--file <number>", "print this file again instead, byte for byte", readNumber)
    .option("--database <name>", "the database of live mode, if there are several: each has files of its own")
    .action(({ file, database: name }: ExportOptions) =>
      withModes(async (modes) => {
        const { database, ring, clock } = modeOfFile(modes, name)
        const { number, text } =
          file === undefined
            ? await exportNew({ database, ring, now: Math.floor(clock.now() / 1000) })
            : { number: file, text: await payoutFile(database, ring, file) }
        process.stdout.write(text)
        const [of, option] = hasSeveral(modes) ? [` of ${database.name}`, ` --database ${database.name}`] : ["", ""]
        console.error(`This is file ${number}${of}. Print it again with: vintem payouts export --file ${number}${option}`)
      }),
    )
  payouts
    .command("import")
    .argument("<file>", "the bank's CSV: payout,status,reference,failure_code")
    .description("Read what the bank says of live payouts. A line that was read before changes nothing.")
    .option("--json", "print one JSON value")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const content = await readFileUpTo(file, "the return file")
      if (content.length > MAX_BYTES)
        throw new Error("The file is larger than 1 MiB. Split it, and give each part the first line.")
      const text = content.toString()
      const lines = readReturn(text)
      await withModes(async (modes) => {
        const target = createHash("sha256").update(text).digest("hex")
        const imported: Imported = { applied: 0, known: 0, unmatched: 0 }
        for (const [mode, those] of await byDatabase(modes, lines)) {
          await act(mode.database, currentActor(), { action: "payouts.import", account: null, target }, async () => ({}))
          const done = await importReturn(mode, those)
          for (const outcome of LINE_OUTCOMES) imported[outcome] += done[outcome]
        }
        print(json, imported, ({ applied, known, unmatched }) => {
          const rest = unmatched > 0 ? ` ${unmatched} fit no payout: see vintem attention list.` : ""
          return `${applied} lines are applied. ${known} said what was known before.${rest}`
        })
      })
    })
  saying(payouts.command("pay"))
    .description("Record that the bank has paid a payout.")
    .action((id: string, { reference, json }: Said) => say(id, json, "payout.pay", (...to) => payPayout(...to, reference)))
  saying(payouts.command("fail"))
    .description("Record that a payout's money has come back, also after it had arrived. What it took is free for the next one.")
    .addOption(new Option("--failure-code <code>", "why").choices(FAILURE_CODES).default("other"))
    .action((id: string, { reference, failureCode = "other", json }: Said) =>
      say(id, json, "payout.fail", (...to) => failPayout(...to, { failure_code: failureCode, reference })),
    )
}

type ExportOptions = { file?: number; database?: string }

/** The database whose payouts a file has. */
function modeOfFile(modes: Modes, name: string | undefined): Mode {
  if (name !== undefined) return liveModeOn(modes, name)
  if (!hasSeveral(modes)) return modeNamed(modes, "live")
  throw new Error("Live mode has several databases, and each has payout files of its own. Choose one with --database NAME.")
}

/** The lines of a return file by the database that has their payouts. Those that no payout fits are kept in the main one. */
async function byDatabase(modes: Modes, lines: readonly ReturnLine[]): Promise<Map<Mode, ReturnLine[]>> {
  const main = modeNamed(modes, "live")
  if (!hasSeveral(modes)) return new Map([[main, [...lines]]])
  mustAllAnswer(modes, "A return file may name payouts of any database of live mode")
  const placed = new Map<Mode, ReturnLine[]>()
  for (const line of lines) {
    let place = main
    for (const mode of livesOf(modes)) if (await findPayoutAnywhere(mode.database, line.payout)) place = mode
    placed.set(place, [...(placed.get(place) ?? []), line])
  }
  return placed
}

type Export = { database: Parameters<typeof act>[0]; ring: KeyRing; now: number }

/** The text is made before the payouts count as sent, so that a file which cannot be made sends none. */
function exportNew({ database, ring, now }: Export): Promise<{ id: string; number: number; text: string }> {
  const doing = { action: "payouts.export", account: null, target: null, creates: true } as const
  return act(database, currentActor(), doing, async (tx) => {
    const file = await exportPayouts(tx, now)
    return { ...file, text: await payoutFile(tx, ring, file.number) }
  })
}

function saying(command: Command): Command {
  return command
    .argument("<payout>", "po_…")
    .requiredOption("--reference <text>", "the bank's name for the transfer", readReference)
    .option("--json", "print one JSON value")
}

type Say = (...to: Parameters<Parameters<typeof actOn<Found, Found>>[2]>) => Promise<Found>
type Found = NonNullable<Awaited<ReturnType<typeof findPayoutAnywhere>>>

function say(id: string, json: boolean | undefined, action: "payout.pay" | "payout.fail", work: Say): Promise<void> {
  return withModes(async (modes) => {
    const missing = `No such payout: '${id}'. List them with: vintem payouts list --mode MODE`
    const { mode, done } = await actOn(modes, { action, id, missing, find: findPayoutAnywhere }, (tx, scope, payout) => {
      if (payout.method === "acquirer")
        throw new Refusal(
          "payout_of_acquirer",
          `The acquirer makes the payout ${id} itself. Its statements say what becomes of it.`,
        )
      return work(tx, scope, payout)
    })
    print(json, presentPayout(done, mode.livemode), ({ status }) => `${id} is ${status}.`)
  })
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError("Give the number of a file, such as 7.")
}

function readReference(text: string): string {
  if (REFERENCE.test(text)) return text
  throw new InvalidArgumentError("Give 1 to 64 letters, digits or any of _ . / : -.")
}
