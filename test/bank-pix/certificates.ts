// Who trusts whom: the bank's server has a certificate of the tests' authority, as every server of the tests. Clients have certificates of an
// authority of the bank. The bank calls webhooks with a certificate of another one of its own.
import { type Certificate, createCA } from "mkcert"
import { testCertificate } from "../support/network/https-sink.ts"

const subject = { countryCode: "BR", state: "DF", locality: "Brasilia" }
const signed = new Map<string, Promise<Certificate>>()

/** The authority whose certificates the bank takes from clients. */
export function clientAuthority(): Promise<Certificate> {
  return authority("Simulated bank: clients")
}

/** The authority of the certificate with which the bank calls webhooks. The merchant's server has to demand one of it. */
export function bankAuthority(): Promise<Certificate> {
  return authority("Simulated bank: webhooks")
}

/** A certificate with which a merchant calls the bank, and its key, both PEM. It has expired if `days` is negative. */
export function clientCertificate({ days = 365 }: { days?: number } = {}): Promise<Certificate> {
  return testCertificate(["client.simulated-bank.example"], { days, issuer: clientAuthority() })
}

/** How many accounts of a bank have certificates that differ. */
const DIFFERENT = 3

/**
 * The first certificate of a bank's nth account. Tests go further than a year with it. All banks of a process have the same ones, and so do further accounts of a
 * bank, because each takes a tenth of a second to sign.
 */
export function accountCertificate(nth: number): Promise<Certificate> {
  return once(`account ${nth % DIFFERENT}`, () => clientCertificate({ days: 1000 }))
}

/** What the bank shows to webhooks. */
export function bankCertificate(): Promise<Certificate> {
  const sign = () => testCertificate(["webhooks.simulated-bank.example"], { days: 365, issuer: bankAuthority() })
  return once("bank", sign)
}

function authority(organization: string): Promise<Certificate> {
  return once(organization, () => createCA({ ...subject, organization, validity: 3650 }))
}

function once(name: string, sign: () => Promise<Certificate>): Promise<Certificate> {
  const found = signed.get(name) ?? sign()
  signed.set(name, found)
  return found
}
