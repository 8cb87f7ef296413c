import { createSecureContext, getCACertificates, type SecureContext } from "node:tls"

/**
 * Which servers' certificates are trusted: those of the roots in `ca` (PEM). Defaults to the roots of Node.js, NODE_EXTRA_CA_CERTS and
 * the operating system. Call it on first use: reading hundreds of root certificates is slow.
 */
export function trustedContext(ca: string[] = trustedRoots()): SecureContext {
  return createSecureContext({ ca })
}

function trustedRoots(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("extra"), ...getCACertificates("system")])]
}
