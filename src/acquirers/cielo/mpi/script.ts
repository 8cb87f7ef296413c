import type { AcquirerAddresses } from "../../addresses.ts"
import type { AuthenticationScript } from "../../authentication.ts"

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])
/** The simulator and the pages of its issuer. */
const THIS_MACHINE = ["http://localhost:*", "http://127.0.0.1:*"]

/** What the library that shows the issuer's page loads. */
const PARTS_OF_LIBRARY = ["static.client.cardinaltrusted.com", "cas.static.client.cardinaltrusted.com"]

type LibraryHosts = Pick<AcquirerAddresses, "cieloMpiScriptHosts" | "cieloMpiLibraryHosts">

const overHttps = (host: string) => `https://${host}`

/** What a page with the MPI's script needs. Issuers have hosts of their own, which nobody lists, so any page of https can be framed. */
export function scriptOf(url: string, { cieloMpiScriptHosts, cieloMpiLibraryHosts }: LibraryHosts): AuthenticationScript {
  const { origin } = new URL(url)
  const isLocal = isOnThisMachine(url)
  const isSandbox = isLocal || /^mpisandbox\./.test(new URL(url).hostname)
  const scripts = cieloMpiScriptHosts ?? [`${isSandbox ? "songbirdstag" : "songbird"}.cardinalcommerce.com`, ...PARTS_OF_LIBRARY]
  const library = cieloMpiLibraryHosts.map(overHttps)
  const pages = ["https:", ...(isLocal ? THIS_MACHINE : [])]
  return {
    scripts: [`${url}/Scripts/V3/mpi.js`, `${url}/Scripts/V3/mpiHelpers.js`],
    environment: isSandbox ? "SDB" : "PRD",
    sources: {
      "script-src": [origin, ...scripts.map(overHttps)],
      "connect-src": [origin, ...library],
      "frame-src": pages,
      "form-action": pages,
      "style-src": ["'unsafe-inline'"],
      "img-src": library,
    },
  }
}

/** Whether the MPI may name a page for the payer: https, or http on this machine if the MPI is there too. */
export function isPageAllowed(mpi: string, page: string): boolean {
  if (!URL.canParse(page)) return false
  const { protocol } = new URL(page)
  return protocol === "https:" || (protocol === "http:" && isOnThisMachine(mpi) && isOnThisMachine(page))
}

function isOnThisMachine(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname)
}
