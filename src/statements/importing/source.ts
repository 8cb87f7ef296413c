// Where the content of a file comes from. It is read several times, so it must stay the same.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { setImmediate } from "node:timers/promises"
import { maskCardNumbers } from "../../base/card-numbers.ts"

const MAX_NAME = 120
/** As much is read of a file at a time. Its lines take some milliseconds, and other work goes on after each part. */
const CHUNK_BYTES = 65_536

export type Source = { name: string; chunks(): AsyncIterable<Uint8Array> }

/** A file of this machine. */
export function sourceOfFile(path: string): Source {
  return { name: shownName(basename(path)), chunks: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}

/** A file that a browser has sent. */
export function sourceOfBytes(name: string, bytes: Uint8Array): Source {
  return {
    name: shownName(name),
    chunks: async function* () {
      for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
        yield bytes.subarray(from, from + CHUNK_BYTES)
        await setImmediate()
      }
    },
  }
}

/** The SHA-256 of the content, in hex. */
export async function digestOf({ chunks }: Source): Promise<string> {
  const hash = createHash("sha256")
  for await (const chunk of chunks()) hash.update(chunk)
  return hash.digest("hex")
}

function shownName(name: string): string {
  return maskCardNumbers(name.replace(/\p{C}/gu, "?")).slice(0, MAX_NAME)
}
