import type { Command } from "commander"
import { act } from "../audit/act.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import { key } from "../config/values.ts"
import { allOf } from "../http/mode.ts"
import { masterKeyOf } from "../modes/modes.ts"
import { type Mode, rotateKeys } from "../modes/wiring.ts"
import { rewrapRing } from "../vault/master-rewrap.ts"
import type { OnProgress, Rotated } from "../vault/rotation.ts"
import { currentActor } from "./shared/actor.ts"
import { mustBeOneDatabase, print, withDatabases, withModes } from "./shared/operator.ts"
import { readSecretFile } from "./shared/secret-file.ts"

type OneMode = { mode: ModeName }

const PROGRESS_MS = 2000
const MAX_SHOWN = 20
const OLD_KEY = "--old-key-file"

export function encryptionCommands(vintem: Command): void {
  const encryption = vintem.command("encryption").description("Replace the keys that cards and secrets are sealed with.")

  encryption
    .command("rotate")
    .description(
      "Add a key to the ring of each mode, rewrap all stored values with it, and delete the older keys. Servers can keep running. Safe to repeat.",
    )
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async (modes) => {
        mustBeOneDatabase(modes)
        const done: (OneMode & Rotated)[] = []
        for (const mode of allOf(modes)) done.push({ mode: modeName(mode), ...(await rotate(mode)) })
        print(json, done, (list) => list.map(describeRotation).join("\n"))
        mustBeComplete(done)
      }),
    )

  encryption
    .command("rewrap")
    .description("Wrap the ring of each mode with ENCRYPTION_KEY, if an old key still wraps it. Safe to repeat.")
    .requiredOption(`${OLD_KEY} <path>`, "a file that contains only the old key, in base64; - reads it from stdin")
    .option("--json", "print one JSON value")
    .action(({ oldKeyFile, json }) =>
      withDatabases(async (databases, config) => {
        const old = key(await readSecretFile(oldKeyFile, OLD_KEY), `The content of ${OLD_KEY}`)
        const done: (OneMode & { keys: number })[] = []
        for (const database of databases) {
          const master = masterKeyOf(config, database.livemode)
          const doing = { action: "encryption.rewrap", account: null, target: null } as const
          const { keys } = await act(database, currentActor(), doing, (tx) => rewrapRing(tx, { master, old }))
          done.push({ mode: modeName(database), keys })
        }
        print(json, done, (list) => list.map(describeRewrap).join("\n"))
      }),
    )
}

async function rotate(mode: Mode): Promise<Rotated> {
  const { database, ring } = mode
  const doing = { action: "encryption.rotate", account: null, target: null, creates: true } as const
  const { id } = await act(database, currentActor(), doing, (tx) => ring.addKey(tx))
  console.error(`${modeName(mode)}: ${id} seals from now on.`)
  return rotateKeys(database, ring, progressOf(modeName(mode)))
}

/** Prints a line at most every two seconds. */
function progressOf(mode: string): OnProgress {
  let shownAt = Date.now()
  return ({ table, rows, rewrapped }) => {
    if (Date.now() - shownAt < PROGRESS_MS) return
    shownAt = Date.now()
    console.error(`${mode}: ${table}: ${rows} rows read, ${rewrapped} values rewrapped`)
  }
}

function describeRotation({ mode, key, rewrapped, retired }: OneMode & Rotated): string {
  const counts = Object.entries(rewrapped).map(([table, count]) => `${table} ${count}`)
  return `${mode}: ${key} seals. Rewrapped: ${counts.join(", ")}. Deleted: ${retired.join(", ") || "no key"}.`
}

/** Throws if values remain under old keys. */
function mustBeComplete(done: readonly (OneMode & Rotated)[]): void {
  const left = done.flatMap(({ mode, unreadable }) => unreadable.map((each) => ({ mode, ...each })))
  if (left.length === 0) return
  for (const { mode, name, key, reason } of left.slice(0, MAX_SHOWN)) console.error(`${mode}: ${name} (under ${key}): ${reason}`)
  const shown = left.length > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ""
  throw new Error(
    `Values that cannot be opened: ${left.length}. They were left as they are, and so were the keys that they name.${shown}`,
  )
}

function describeRewrap({ mode, keys }: OneMode & { keys: number }): string {
  return keys > 0
    ? `${mode}: the new key wraps the ring now. Restart every process with it.`
    : `${mode}: nothing to do: the new key wraps the ring already.`
}
