import type { Command } from "commander"
import { act } from "../audit/act.ts"
import { MAIN, type ModeName, modeName } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import { key } from "../config/values.ts"
import { livesOf } from "../http/mode.ts"
import { masterKeyOf } from "../modes/modes.ts"
import { type Mode, rotateKeys } from "../modes/wiring.ts"
import { addKeyToAll } from "../vault/add-key.ts"
import { rewrapRing } from "../vault/master-rewrap.ts"
import type { OnProgress, Rotated } from "../vault/rotation.ts"
import { currentActor } from "./shared/actor.ts"
import { mustAllAnswer, print, withDatabases, withModes } from "./shared/operator.ts"
import { readSecretFile } from "./shared/secret-file.ts"

/** A mode, and one of its databases if it has several. */
type Place = { mode: ModeName; database?: string }
type Done = Place & Rotated

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
        // Otherwise one could not open what comes from another one.
        mustAllAnswer(modes, "A new key must reach all databases before it seals")
        const done = await rotate([modes.test])
        const [main, ...others] = livesOf(modes)
        if (main) done.push(...(await rotate([main, ...others])))
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
        const done: (Place & { keys: number })[] = []
        for (const database of databases) {
          const master = masterKeyOf(config, database.livemode)
          const doing = { action: "encryption.rewrap", account: null, target: null } as const
          const { keys } = await act(database, currentActor(), doing, (tx) => rewrapRing(tx, { master, old }))
          done.push({ mode: modeName(database), ...(database.name !== MAIN && { database: database.name }), keys })
        }
        print(json, done, (list) => list.map(describeRewrap).join("\n"))
      }),
    )
}

/** Rotates the ring of a mode, in all its databases, `main` first. */
async function rotate(modes: readonly [Mode, ...Mode[]]): Promise<Done[]> {
  const doing = { action: "encryption.rotate", account: null, target: null, creates: true } as const
  const [{ database, ring, config }, ...others] = modes
  const { id } =
    others.length === 0
      ? await act(database, currentActor(), doing, (tx) => ring.addKey(tx))
      : await addKeyToAll([database, ...others.map((mode) => mode.database)], masterKeyOf(config, true), (each, work) =>
          act(each, currentActor(), doing, work),
        )
  const places = modes.map(({ database }) => ({
    mode: modeName(database),
    ...(others.length > 0 && { database: database.name }),
  }))
  console.error(`${modeName(database)}: ${id} seals from now on.`)
  const rotated = await rotateKeys(
    modes.map((mode, at) => ({ ...mode, onProgress: progressOf(nameOf(must(places[at], "the place of a mode"))) })),
  )
  return rotated.map((each, at) => ({ ...must(places[at], "the place of a mode"), ...each }))
}

const nameOf = ({ mode, database }: Place) => (database === undefined ? mode : `${mode} ${database}`)

/** Prints a line at most every two seconds. */
function progressOf(name: string): OnProgress {
  let shownAt = Date.now()
  return ({ table, rows, rewrapped }) => {
    if (Date.now() - shownAt < PROGRESS_MS) return
    shownAt = Date.now()
    console.error(`${name}: ${table}: ${rows} rows read, ${rewrapped} values rewrapped`)
  }
}

function describeRotation({ key, rewrapped, retired, ...place }: Done): string {
  const counts = Object.entries(rewrapped).map(([table, count]) => `${table} ${count}`)
  return `${nameOf(place)}: ${key} seals. Rewrapped: ${counts.join(", ")}. Deleted: ${retired.join(", ") || "no key"}.`
}

/** Throws if values remain under old keys. */
function mustBeComplete(done: readonly Done[]): void {
  const left = done.flatMap(({ unreadable, ...place }) => unreadable.map((each) => ({ at: nameOf(place), ...each })))
  if (left.length === 0) return
  for (const { at, name, key, reason } of left.slice(0, MAX_SHOWN)) console.error(`${at}: ${name} (under ${key}): ${reason}`)
  const shown = left.length > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ""
  throw new Error(
    `Values that cannot be opened: ${left.length}. They were left as they are, and so were the keys that they name.${shown}`,
  )
}

function describeRewrap({ keys, ...place }: Place & { keys: number }): string {
  return keys > 0
    ? `${nameOf(place)}: the new key wraps the ring now. Restart every process with it.`
    : `${nameOf(place)}: nothing to do: the new key wraps the ring already.`
}
