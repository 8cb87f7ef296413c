// The addresses that an operator has set for one account. They are judged as those of webhooks are: a wrong one must not lead into our own network.
import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { AddressRefused, addressGuard } from "../../base/address-guard.ts"
import { MemberError } from "../members.ts"

const isPublic = addressGuard([])

/** Throws MemberError unless it is an https URL that a bank may have. */
export function checkUrl(name: string, url: string | undefined): void {
  if (url === undefined) return
  const isAddress = URL.canParse(url) && new URL(url).protocol === "https:" && !/[?#@]|\/$/.test(url)
  if (!isAddress)
    throw new MemberError(name, `The ${name} must be an https:// URL without a query and without a slash at its end.`)
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublic(host)) throw new MemberError(name, `The ${name} must be at a public address.`)
}

/** Looks host names up. Of those that `urls` have, only public addresses count: what a name leads to may change after it was set. */
export function lookupFor(urls: readonly string[]): LookupFunction {
  const guarded = new Set(urls.map(hostOf))
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "")
      const addresses = guarded.has(hostname) ? found.filter(({ address }) => isPublic(address)) : found
      const [first] = addresses
      if (!first) return callback(new AddressRefused(), "")
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1")
}
