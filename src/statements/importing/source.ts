// Where the content of a file comes from. It is read several times, so it must stay the same.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { maskCardNumbers } from "../../base/card-numbers.ts"

const MAX_NAME = 120

export type Source = { name: string; chunks(): AsyncIterable<Uint8Array> }

/** A file of this machine. */
export function sourceOfFile(path: string): Source {
  return { name: shownName(basename(path)), chunks: () => createReadStream(path) }
}

/** A file that a browser has sent. */
export function sourceOfBytes(name: string, bytes: Uint8Array): Source {
  return {
    name: shownName(name),
    chunks: async function* () {
      yield bytes
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
