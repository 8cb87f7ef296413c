// With what an account proves to its bank who it is: a certificate with its key, as PEM, or both in a file .p12.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto"
import { Duplex } from "node:stream"
import { createSecureContext, type SecureContextOptions, TLSSocket } from "node:tls"
import { MemberError, type Members, memberText } from "../members.ts"

/** What a connection shows. */
export type Identity = Pick<SecureContextOptions, "cert" | "key" | "pfx" | "passphrase">

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The members were checked before. */
export function identityOf(members: Members): Identity {
  const p12 = memberText(members, "p12")
  if (p12 === undefined) return { cert: textIn(members, "certificate"), key: textIn(members, "key") }
  return { pfx: Buffer.from(p12, "base64"), passphrase: textIn(members, "passphrase") }
}

/** Throws MemberError unless there is one certificate with its key. */
export function checkIdentity(members: Members): void {
  const [certificate, key, p12] = ["certificate", "key", "p12"].map((name) => textIn(members, name)) as [string, string, string]
  if (p12 === "") {
    if (textIn(members, "passphrase") !== "") throw new MemberError("passphrase", "Only a p12 has a passphrase.")
    checkPair(certificate, key)
    return
  }
  if (certificate + key !== "")
    throw new MemberError("p12", "The credentials need either certificate and key, or p12 with its passphrase.")
  const compact = p12.replaceAll(/\s/g, "")
  if (!BASE64.test(compact)) throw new MemberError("p12", "The p12 must be base64 of the bank's file .p12 or .pfx.")
  certificateIn(identityOf(members))
}

/** When the certificate ends, in Unix seconds. */
export function identityEnd(identity: Identity): number {
  return Math.floor(Date.parse(certificateIn(identity).validTo) / 1000)
}

function textIn(members: Members, name: string): string {
  return memberText(members, name) ?? ""
}

function certificateIn({ cert, pfx, passphrase = "" }: Identity): X509Certificate {
  return pfx === undefined ? certificateOf(String(cert)) : certificateOfP12(pfx as Buffer, passphrase)
}

function checkPair(certificate: string, key: string): void {
  if (!certificateOf(certificate).checkPrivateKey(privateKeyOf(key)))
    throw new MemberError("key", "The private key must be that of the certificate.")
}

/** The first certificate of the PEM. Those of its issuers may follow. */
function certificateOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new MemberError("certificate", "The certificate must be PEM: -----BEGIN CERTIFICATE-----.")
  }
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new MemberError("key", "The private key must be PEM without a passphrase: -----BEGIN PRIVATE KEY-----.")
  }
}

/** The certificate that a connection with the P12 shows. Node.js reads such files only for connections, so one is made that leads nowhere. */
function certificateOfP12(pfx: Buffer, passphrase: string): X509Certificate {
  const secureContext = contextOf(pfx, passphrase)
  const socket = new TLSSocket(new Duplex({ read() {}, write() {} }), { isServer: true, secureContext })
  try {
    const certificate = socket.getX509Certificate()
    if (certificate) return certificate
  } finally {
    socket.destroy()
  }
  throw new MemberError("p12", "The p12 has no certificate with its key.")
}

function contextOf(pfx: Buffer, passphrase: string) {
  try {
    return createSecureContext({ pfx, passphrase })
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException
    if (/mac verify/.test(message)) throw new MemberError("passphrase", "The passphrase is not that of the p12.")
    if (code === "ERR_CRYPTO_UNSUPPORTED_OPERATION")
      throw new MemberError(
        "p12",
        "The p12 is encrypted in an old way that OpenSSL no longer reads. Convert it: docs/operations/acquirer.md says how.",
      )
    throw new MemberError("p12", "The p12 must be a file .p12 or .pfx that has a certificate and its key.")
  }
}
