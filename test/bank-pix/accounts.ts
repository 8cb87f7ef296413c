import { X509Certificate } from "node:crypto"
import type { Certificate } from "mkcert"
import { accountCertificate } from "./certificates.ts"

/** The scopes of API Pix that the bank plays. */
export const SCOPES = [
  "cob",
  "cobv",
  "pix",
  "webhook",
  "rec",
  "solicrec",
  "cobr",
  "payloadlocationrec",
  "webhookrec",
  "webhookcobr",
]
  .flatMap((name) => [`${name}.read`, `${name}.write`])
  .sort()

/** A merchant's account at the bank. `balance` is cents. */
export type Account = {
  cnpj: string
  name: string
  city: string
  client: { id: string; secret: string }
  /** What the client may ask for. */
  scopes: string[]
  /** SHA-256 of the certificates that the client may use. */
  fingerprints: Set<string>
  /** DICT keys. */
  keys: Set<string>
  /** Where recurring charges are credited. */
  number: { agencia: string; conta: string; tipoConta: "CORRENTE" | "POUPANCA" | "PAGAMENTO" }
  balance: number
}

let count = 0

type Given = Partial<Pick<Account, "name" | "city" | "scopes">> & { key?: string }

/** Opens a bank's nth account, with one key and one certificate. Each has a CNPJ, a client and a key of its own. */
export async function openAccount(
  nth: number,
  given: Given = {},
): Promise<{ account: Account; key: string; certificate: Certificate }> {
  const { account, key } = newAccount(++count, given)
  const certificate = await accountCertificate(nth)
  account.fingerprints.add(fingerprintOf(certificate.cert))
  return { account, key, certificate }
}

/** An account with one key, whose client has no certificate yet. */
export function newAccount(count: number, given: Given = {}): { account: Account; key: string } {
  const number = String(count).padStart(4, "0")
  const key = given.key ?? `7d9f0335-8dcc-4054-9bf9-0dbd61d3${number}`
  const account: Account = {
    cnpj: `12345678${number}95`,
    ...{ name: given.name ?? "LOJA DA ANA LTDA", city: given.city ?? "SAO PAULO" },
    client: { id: `Client_Id_${number}`, secret: `Client_Secret_${number}_of_the_simulator` },
    scopes: given.scopes ?? SCOPES,
    ...{ fingerprints: new Set(), keys: new Set([key]), balance: 0 },
    number: { agencia: "0001", conta: `12${number}`, tipoConta: "CORRENTE" },
  }
  return { account, key }
}

export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256
}
