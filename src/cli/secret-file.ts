import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"

/** No secret is as long as this. */
const MAX_BYTES = 4096
const STDIN = "-"

/**
 * Reads the secret that a file contains, or stdin where `path` is `-`, without the white space around it. Throws where users other than
 * the file's owner and group can open it, where it cannot be read, and where it is empty or too long. The errors name the file and
 * never its content.
 */
export async function readSecretFile(path: string, option: string): Promise<string> {
  if (path === STDIN) return textOf(process.stdin, "stdin")
  try {
    if ((await stat(path)).mode & 0o007) {
      throw new Error(`Other users can open ${path}. Take their rights away with: chmod o= ${path}`)
    }
    return await textOf(createReadStream(path), path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code ? new Error(`The file of ${option} cannot be read (${code}): ${path}`) : error
  }
}

async function textOf(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`${name} has more than ${MAX_BYTES} bytes, so it cannot be a key.`)
  }
  const text = Buffer.concat(chunks).toString().trim()
  if (text === "") throw new Error(`${name} is empty. It must contain the key.`)
  return text
}
