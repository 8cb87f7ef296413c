import ipaddr from "ipaddr.js"
import pg from "pg"

/** The target of the driver's connection. `ssl` is declared as a boolean, but it holds the TLS options if the URL has any. */
type Target = { host: string; ssl: unknown }

/**
 * Returns whether no other host on the network can read or change the traffic to Postgres: the connection stays on this machine, or it uses TLS
 * with a verified certificate. The driver itself parses the URL, so the result matches its behavior. Throws if the driver cannot parse the
 * URL.
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
  // For sslmode=verify-ca with uselibpqcompat, the driver replaces the check of the host name.
  return options.rejectUnauthorized !== false && options.checkServerIdentity === undefined
}
