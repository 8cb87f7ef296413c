import { randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makePrivate, writePrivateFileOnce } from "../base/files.ts"

/** Returns the configured key. If none is configured, returns a key for test mode, which the first start creates under DATA_DIR. */
export function masterKey({ encryptionKey, dataDir }: { encryptionKey: Buffer | undefined; dataDir: string }): Buffer {
  if (encryptionKey) return encryptionKey
  const file = join(dataDir, "encryption.key")
  makePrivate(file)
  if (!existsSync(file)) writePrivateFileOnce(file, `${randomBytes(32).toString("base64")}\n`)
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64")
  if (key.length !== 32)
    throw new Error(
      `${file} must contain 32 bytes in base64: restore it from a backup, because stored data cannot be read without it.`,
    )
  return key
}
