import { open } from "node:fs/promises"

/** More than any command takes. Who takes less says so itself. */
const MAX_BYTES = 2 ** 20

/** Reads a file that an option names, at most one byte more than 1 MiB of it. Throws an error that names the option and the file. */
export async function readFileUpTo(path: string, option: string): Promise<Buffer> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code ? new Error(`The file of ${option} cannot be read (${code}): ${path}`) : error
  }
}
