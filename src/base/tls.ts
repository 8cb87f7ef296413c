import { createSecureContext, getCACertificates, type SecureContext } from "node:tls"

/**
 * The certificates that are trusted: those of the roots in `ca` (PEM). The default is the roots of Node.js, NODE_EXTRA_CA_CERTS and
 * the operating system. Call this on first use, because reading hundreds of root certificates is slow.
 */
export function trustedContext(ca: string[] = trustedRoots()): SecureContext {
  return createSecureContext({ ca })
}

/** The certificates that are trusted, as PEM. Reading them is slow. */
export function trustedRoots(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("extra"), ...getCACertificates("system")])]
}
