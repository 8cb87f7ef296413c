import { type Certificate, createCA } from "mkcert"
import { testCertificate } from "../network/https-sink.ts"

let authority: Promise<Certificate> | undefined

/** Cielo's authority for the certificates of merchants, created once per process. It is not the one that Cielo's own servers have. */
export function merchantAuthority(): Promise<Certificate> {
  const subject = { organization: "Cielo S/A test CA", countryCode: "BR", state: "SP", locality: "Barueri" }
  authority ??= createCA({ ...subject, validity: 401 })
  return authority
}

/** A certificate with which a merchant calls Cielo, and its key, both PEM. It has expired if `days` is negative. */
export function merchantCertificate({ days = 400 }: { days?: number } = {}): Promise<Certificate> {
  return testCertificate(["STC-PRD-VINTEM-MULESOFT-MTLS"], { days, issuer: merchantAuthority() })
}
