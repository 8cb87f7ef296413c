import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"

/** Every real secret is shorter, unless the caller says otherwise. */
const MAX_BYTES = 4096
const STDIN = "-"

/**
 * Reads a secret from a file, or from stdin if `path` is `-`, and trims it. Throws if users other than the file's owner and group can open
 * the file, if it is unreadable or empty, or if it is too long. The errors name the file and never its content.
 */
export async function readSecretFile(path: string, option: string, maxBytes = MAX_BYTES): Promise<string> {
  if (path === STDIN) return textOf(process.stdin, "stdin", maxBytes)
  try {
    if ((await stat(path)).mode & 0o007) {
      throw new Error(`Other users can open ${path}. Take their rights away with: chmod o= ${path}`)
    }
    return await textOf(createReadStream(path), path, maxBytes)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code ? new Error(`The file of ${option} cannot be read (${code}): ${path}`) : error
  }
}

async function textOf(stream: Readable, name: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`${name} has more than ${maxBytes} bytes, which is too long.`)
  }
  const text = Buffer.concat(chunks).toString().trim()
  if (text === "") throw new Error(`${name} is empty.`)
  return text
}
