// The hand that reads the files of statements: late, in another order, twice, at once in two processes, and in processes that die.
import { importStatement } from "../../../src/statements/importing/import.ts"
import { sourceOfBytes } from "../../../src/statements/importing/source.ts"
import { bytesOf, type StatementFile } from "../../../test/support/cielo-statements/file.ts"
import type { Random } from "../../merchants/random.ts"
import { command } from "../command.ts"
import type { World } from "../world.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LATE_MS = [0, MINUTE_MS, 2 * HOUR_MS, 9 * HOUR_MS, 30 * HOUR_MS]
const AGAIN_MS = [0, 10 * MINUTE_MS, 12 * HOUR_MS]
/** The share of files that two processes read at once, and of those that are read again later. */
const AT_ONCE = 0.3
const AGAIN = 0.3
const OPERATOR = { actor: "operator", source: "simulated" }

export type StatementHand = {
  /** The files that were read whole. */
  read: ReadonlySet<StatementFile>
  /** Reads a file at a time that the seed chooses. */
  take(file: StatementFile): void
  /** Reads what was not read so far. */
  finish(): Promise<void>
  /** Reads all files again. Returns what of them was new. */
  repeat(): Promise<string[]>
}

export function statementHand(world: World, random: Random): StatementHand {
  const { machine } = world
  const files: StatementFile[] = []
  const read = new Set<StatementFile>()
  const contents = new Map<StatementFile, Buffer>()
  const wait = (choices: readonly number[]) => machine.pause(machine.world, random.pick(choices))

  const once = (file: StatementFile) =>
    command(world, `statements import ${file.name}`, (mode) =>
      importStatement(mode, sourceOfBytes(file.name, contents.get(file) as Buffer), { uploader: "", by: OPERATOR }),
    )

  /** The file is read until a process has said so. If one dies, another may go on after a minute. */
  async function readWhole(file: StatementFile, times: number): Promise<void> {
    for (let tries = 0; tries < 60; tries++) {
      for (const told of await Promise.all(Array.from({ length: times }, () => once(file)))) {
        if (!("value" in told)) continue
        const { state, problems } = told.value.file
        if (state === "refused") return machine.accuse(`a file was refused: ${file.name}\n    ${problems.join("\n    ")}`)
        read.add(file)
      }
      if (read.has(file)) return
      await machine.pause(machine.world, random.integer(1000, 2 * MINUTE_MS))
    }
    machine.accuse(`a file can't be read: ${file.name}`)
  }

  async function handle(file: StatementFile): Promise<void> {
    await wait(LATE_MS)
    await readWhole(file, random.chance(AT_ONCE) ? 2 : 1)
    if (!random.chance(AGAIN)) return
    await wait(AGAIN_MS)
    await once(file)
  }

  return {
    read,
    take: (file) => {
      files.push(file)
      contents.set(file, bytesOf(file, { lineEnd: random.pick(["\r\n", "\n"]), trimmed: random.chance(0.3) }))
      void handle(file)
    },
    finish: async () => {
      for (const file of files) if (!read.has(file)) await readWhole(file, 1)
    },
    repeat: async () => {
      const found: string[] = []
      for (const file of files) {
        const told = await once(file)
        if ("value" in told && told.value.isNew) found.push(`a file was read twice: ${file.name}`)
      }
      return found
    },
  }
}
