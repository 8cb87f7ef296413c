import ipaddr from "ipaddr.js"
import pg from "pg"

/** Where the driver connects. `ssl` is declared as a boolean, but holds the options of TLS where the URL gives some. */
type Target = { host: string; ssl: unknown }

/**
 * Whether nobody on a network can read or change what goes over a connection to Postgres: it stays on this machine, or it uses TLS
 * and the certificate is verified. The driver itself reads the URL, so this is what it will do. Throws where it cannot.
 */
export function isPrivateConnection(url: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: url }) as Target
  return staysHere(host) || isVerified(ssl)
}

function staysHere(host: string): boolean {
  if (host.startsWith("/") || host === "localhost") return true
  const address = host.replace(/^\[(.*)\]$/, "$1")
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback"
}

function isVerified(ssl: unknown): boolean {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0") return false
  if (ssl === true) return true
  if (typeof ssl !== "object" || ssl === null) return false
  const options = ssl as { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }
  // The driver replaces the check of the name for sslmode=verify-ca with uselibpqcompat.
  return options.rejectUnauthorized !== false && options.checkServerIdentity === undefined
}
