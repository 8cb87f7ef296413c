type WebCrypto = {
  getRandomValues(bytes: Uint8Array): Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: every platform has its own types of WebCrypto.
  subtle: any
}

/**
 * Returns the platform's WebCrypto. Node 18 has none, and jsdom and pages without TLS have a part. It is not imported: each bundler and
 * runtime would have to follow an import of node:crypto, or to leave it alone.
 */
const webCrypto = (): Partial<WebCrypto> => (globalThis as { crypto?: WebCrypto }).crypto ?? {}

/** Returns the HMAC-SHA256 as hexadecimal digits, or undefined where the platform cannot make it. */
export const platformHmac = async (key: Uint8Array, message: Uint8Array): Promise<string | undefined> => {
  const { subtle } = webCrypto()
  if (!subtle) return undefined
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return hex(new Uint8Array(await subtle.sign("HMAC", imported, message)))
}

/** Returns a random UUIDv4. Browsers have `crypto.randomUUID` only on secure pages. */
export const uuid = (): string => {
  const crypto = webCrypto()
  if (!crypto.getRandomValues) return uuidOfBlob()
  const random = crypto.getRandomValues(new Uint8Array(16))
  const bytes = random.map((byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** The URL of a blob ends with a random UUID. Only Node 18 needs it. */
const uuidOfBlob = () => {
  const url = URL.createObjectURL(new Blob([]))
  URL.revokeObjectURL(url)
  return url.slice(-36)
}

/** Returns lower-case hexadecimal digits. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
