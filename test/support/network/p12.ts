// Writes a PKCS #12 file (RFC 7292) of a certificate and its key, as banks hand them out. The key is protected by the MAC alone.
import { createHash, createHmac, createPrivateKey, randomBytes, X509Certificate } from "node:crypto"

const DATA = "1.2.840.113549.1.7.1"
const X509 = "1.2.840.113549.1.9.22.1"
const SHA256 = "2.16.840.1.101.3.4.2.1"
const BAGS = { key: "1.2.840.113549.1.12.10.1.1", certificate: "1.2.840.113549.1.12.10.1.3" }
const ROUNDS = 2048

/** Base64 of a P12. `certificate` and `key` are PEM. */
export function p12Of({ cert, key }: { cert: string; key: string }, passphrase: string): string {
  const pkcs8 = createPrivateKey(key).export({ format: "der", type: "pkcs8" })
  const certificate = sequence(oid(X509), explicit(octets(new X509Certificate(cert).raw)))
  const bags = sequence(sequence(oid(BAGS.certificate), explicit(certificate)), sequence(oid(BAGS.key), explicit(pkcs8)))
  const safe = sequence(sequence(oid(DATA), explicit(octets(bags))))
  const salt = randomBytes(8)
  const digest = createHmac("sha256", macKey(passphrase, salt)).update(safe).digest()
  const mac = sequence(sequence(sequence(oid(SHA256)), octets(digest)), octets(salt), integer(ROUNDS))
  return sequence(integer(3), sequence(oid(DATA), explicit(octets(safe))), mac).toString("base64")
}

/** RFC 7292, appendix B.2, of which one block is enough. */
function macKey(passphrase: string, salt: Buffer): Buffer {
  const text = Buffer.from(`${passphrase}\0`, "utf16le").swap16()
  const blocks = [Buffer.alloc(64, 3), filled(salt), filled(text)]
  let key = createHash("sha256").update(Buffer.concat(blocks)).digest()
  for (let round = 1; round < ROUNDS; round++) key = createHash("sha256").update(key).digest()
  return key
}

function filled(bytes: Buffer): Buffer {
  return Buffer.alloc(64 * Math.ceil(bytes.length / 64), bytes)
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts))
const explicit = (content: Buffer) => der(0xa0, content)
const octets = (content: Buffer) => der(0x04, content)
const integer = (value: number) => der(0x02, Buffer.from(value < 128 ? [value] : [value >> 8, value & 255]))

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number)
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128)
    return groups
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}
