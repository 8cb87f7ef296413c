// Who trusts whom: the bank's server has a certificate of the tests' authority, as every server of the tests. Clients have certificates of an
// authority of the bank. The bank calls webhooks with a certificate of another one of its own.
import { type Certificate, createCA } from "mkcert"
import { testCertificate } from "../support/network/https-sink.ts"

const subject = { countryCode: "BR", state: "DF", locality: "Brasilia" }
const authorities = new Map<string, Promise<Certificate>>()

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

/** What the bank shows to webhooks. */
export function bankCertificate(): Promise<Certificate> {
  return testCertificate(["webhooks.simulated-bank.example"], { days: 365, issuer: bankAuthority() })
}

function authority(organization: string): Promise<Certificate> {
  const found = authorities.get(organization) ?? createCA({ ...subject, organization, validity: 3650 })
  authorities.set(organization, found)
  return found
}
