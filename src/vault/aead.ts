import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const NONCE = 12
const TAG = 16

/** AES-256-GCM: nonce, ciphertext and tag in one buffer, bound to `context`, which has to be given again to open it. */
export function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key, the context or a single bit is not what it was. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  // Without authTagLength node accepts a tag of four bytes, which can be guessed.
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
}
