import { randomBytes } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * ENCRYPTION_KEY, or, on a laptop that sets none, a key made at the first start and kept under DATA_DIR for test mode.
 */
export function masterKey({ encryptionKey, dataDir }: { encryptionKey: Buffer | undefined; dataDir: string }): Buffer {
  if (encryptionKey) return encryptionKey
  const file = join(dataDir, "encryption.key")
  return readKey(file) ?? makeKey(file)
}

function makeKey(file: string): Buffer {
  mkdirSync(join(file, ".."), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
  try {
    // A link fails where the file exists: of two processes that start together, both use the key of the first.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file)!
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64")
    if (key.length !== 32)
      throw new Error(`${file} does not hold 32 bytes in base64; restore it: without it nothing that is stored can be read.`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}
