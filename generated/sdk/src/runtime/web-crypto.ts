type WebCrypto = {
  getRandomValues(bytes: Uint8Array): Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: every platform has its own types of WebCrypto.
  subtle: any
}

// The variable and the marks below keep bundlers for browsers from resolving the import. Only Node 18 uses it.
const nodeCrypto = "node:crypto"

/** Returns WebCrypto, which is a global on every platform except Node 18. */
export const webCrypto = async (): Promise<WebCrypto> =>
  (globalThis as { crypto?: WebCrypto }).crypto ??
  (await import(/* webpackIgnore: true */ /* @vite-ignore */ nodeCrypto)).webcrypto

/** Returns a random UUIDv4. Browsers have `crypto.randomUUID` only on secure pages. */
export const uuid = async (): Promise<string> => {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** Returns lower-case hexadecimal digits. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
