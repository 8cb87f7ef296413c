import { open } from "node:fs/promises"

/** More than any command accepts. A command with a lower limit checks it itself. */
const MAX_BYTES = 2 ** 20

/** Reads a file from an option, up to one byte more than `most`: 1 MiB by default. Throws an error that names the option and the file. */
export async function readFileUpTo(path: string, option: string, most = MAX_BYTES): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(most + 1), 0, most + 1, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code ? new Error(`The file of ${option} cannot be read (${code}): ${path}`) : error
  }
}
