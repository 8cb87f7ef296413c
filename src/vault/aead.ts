import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag in one buffer. `decrypt` needs the same `context`. */
export function encrypt(key: Buffer, plaintext: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `encrypt` returned. Throws if the key or the context differs, or if the data was changed. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  // Without authTagLength, Node.js accepts tags of four bytes, which can be guessed.
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
