// Readers for the values of environment variables. Each throws ConfigError with one line that names the variable.
import { readFileSync, statSync } from "node:fs"
import { isIP } from "node:net"
import { isAbsolute, resolve } from "node:path"
import ipaddr from "ipaddr.js"
import { type Faults, readFaults } from "../acquirers/mock/faults.ts"

/** An invalid environment. The message is one line and names the variable. */
export class ConfigError extends Error {}

type Reader<Value> = (text: string, name: string) => Value

export const text: Reader<string> = (value) => value

export const directory: Reader<string> = (value) => resolve(value)

/** A hundred years. */
const MAX_DAYS = 36_500

export function integer(min: number, max: number): Reader<number> {
  return (value, name) => {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${value}'.`)
  }
}

/** A retention period in days: at least `min`, or 0 to keep the data forever. */
export function days(min: number): Reader<number> {
  return (value, name) => {
    const number = integer(0, MAX_DAYS)(value, name)
    if (number === 0 || number >= min) return number
    throw new ConfigError(`${name} must be 0, which means forever, or a whole number from ${min} to ${MAX_DAYS}, not '${value}'.`)
  }
}

export function oneOf(...values: string[]): Reader<string> {
  return (value, name) => {
    if (values.includes(value)) return value
    throw new ConfigError(`${name} must be one of ${values.join(", ")}, not '${value}'.`)
  }
}

/** An http or https URL to which paths can be appended, without trailing slashes. */
export const webUrl: Reader<string> = (value, name) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new ConfigError(`${name} must be an http:// or https:// URL, not '${value}'.`)
  }
  if (/[?#]/.test(value)) throw new ConfigError(`${name} must be a URL without a query or fragment, not '${value}'.`)
  return value.replace(/\/+$/, "")
}

/** An origin in the form that a browser sends: in lower case, without the default port. */
export const webOrigin: Reader<string> = (value, name) => {
  const { origin, href } = new URL(webUrl(value, name))
  if (href === `${origin}/`) return origin
  throw new ConfigError(`${name} must be scheme://host[:port] with no path, not '${value}'.`)
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/** Whether a URL is that of a server on this machine. */
export function isOnThisMachine(url: string): boolean {
  return LOOPBACK.includes(new URL(url).hostname)
}

/** The URL of an acquirer, without trailing slashes: https, or http on this machine. */
export const acquirerUrl: Reader<string> = (value, name) => {
  const { protocol } = new URL(webUrl(value, name))
  if (protocol === "https:" || isOnThisMachine(value)) return value.replace(/\/+$/, "")
  throw new ConfigError(`${name} must be an https:// URL, or http:// on this machine, not '${value}'.`)
}

/** The identifier of an OpenID issuer, unchanged: https, or http on this machine. A trailing slash is part of it. */
export const issuerUrl: Reader<string> = (value, name) => {
  acquirerUrl(value, name)
  return value
}

/** `sqlite:FILE`, made absolute, or a postgres:// URL. The error does not repeat the value, because it may contain a password. */
export const databaseUrl: Reader<string> = (value, name) => {
  if (/^sqlite:./.test(value)) {
    const file = value.slice("sqlite:".length)
    return `sqlite:${isAbsolute(file) ? file : resolve(file)}`
  }
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(`${name} must be sqlite:FILE or a postgres:// URL.`)
  }
  return value
}

/** A postgres:// URL. The error does not repeat the value, because it may contain a password. */
export const liveDatabaseUrl: Reader<string> = (value, name) => {
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
  throw new ConfigError(`${name} must be a postgres:// URL: live mode runs on Postgres only.`)
}

export const redisUrl: Reader<string> = (value, name) => {
  if (/^rediss?:\/\//.test(value) && URL.canParse(value)) return value
  throw new ConfigError(`${name} must be a redis:// or rediss:// URL.`)
}

/** 32 bytes. The error does not repeat the value. */
export const key: Reader<Buffer> = (value, name) => {
  const bytes = Buffer.from(value, "base64")
  if (bytes.length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(value)) return bytes
  throw new ConfigError(`${name} must be 32 bytes in base64 (44 characters). You can make one with: openssl rand -base64 32`)
}

/** The key in a file. */
export const keyFile: Reader<Buffer> = (path, name) => key(secretFile(path, name), `The content of ${name}`)

/** The secret in a file. The file's group may read it, because container platforms give secrets to a group. */
export const secretFile: Reader<string> = (path, name) => {
  try {
    if (statSync(path).mode & 0o007) {
      throw new ConfigError(`${name} must be a file that other users cannot open. You can change that with: chmod o= ${path}`)
    }
    return readFileSync(path, "utf8").trim()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${name} must be a file that this process can read (${(error as NodeJS.ErrnoException).code}): ${path}`)
  }
}

function listOf(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
}

/** A comma-separated list of some of these words. */
export function someOf<Word extends string>(...words: Word[]): Reader<Word[]> {
  return (value, name) => {
    const list = listOf(value) as Word[]
    const unknown = list.find((word) => !words.includes(word))
    if (unknown === undefined) return list
    throw new ConfigError(`${name} must be a comma-separated list of ${words.join(", ")}, and '${unknown}' is none of them.`)
  }
}

/** A comma-separated list of an acquirer's codes, or `none`. */
export const codes: Reader<string[]> = (value, name) => {
  const list = value === "none" ? [] : listOf(value)
  const wrong = list.find((code) => !/^[0-9A-Za-z]{1,8}$/.test(code))
  if (wrong === undefined) return list
  throw new ConfigError(
    `${name} must be none, or a comma-separated list of codes of at most 8 letters and digits, not '${wrong}'.`,
  )
}

/** A comma-separated list of hosts for a Content-Security-Policy: names in small letters, which `*.` may begin. */
export const policyHosts: Reader<string[]> = (value, name) => {
  const list = listOf(value.toLowerCase())
  const wrong = list.find((host) => host.length > 253 || !/^(\*\.)?([a-z\d-]+\.)+[a-z]+$/.test(host))
  if (wrong === undefined) return list
  throw new ConfigError(`${name} must be a comma-separated list of hosts such as *.example.com, not '${wrong}'.`)
}

/** The name of a member of a request, or of one in an object: `device.ipAddress`. */
export const memberPath: Reader<string> = (value, name) => {
  if (value.length <= 80 && /^[A-Za-z]+(\.[A-Za-z]+)?$/.test(value)) return value
  throw new ConfigError(`${name} must be the name of a member, or two with a dot between them, not '${value}'.`)
}

export const cidrs: Reader<string[]> = (value, name) => {
  const list = listOf(value)
  for (const cidr of list) {
    if (!ipaddr.isValidCIDR(cidr)) {
      throw new ConfigError(`${name} must be a comma-separated list of ranges such as 127.0.0.0/8, not '${cidr}'.`)
    }
  }
  return list
}

/** `true`, `false`, or a comma-separated list of addresses and networks. */
export const proxies: Reader<boolean | string[]> = (value, name) => {
  if (value === "true" || value === "false") return value === "true"
  const list = listOf(value)
  const wrong = list.find((entry) => !ipaddr.isValidCIDR(entry) && isIP(entry) === 0)
  if (wrong === undefined) return list
  throw new ConfigError(
    `${name} must be true, false, or a comma-separated list of addresses and networks such as 10.0.0.0/8, not '${wrong}'.`,
  )
}

/** A comma-separated list of host names, without ports. In lower case. */
export const hostNames: Reader<string[]> = (value, name) => {
  const list = listOf(value.toLowerCase())
  const wrong = list.find((host) => !/^[a-z\d.-]{1,253}$/.test(host))
  if (wrong === undefined) return list
  throw new ConfigError(`${name} must be a comma-separated list of host names without ports, not '${wrong}'.`)
}

export const mockFaults: Reader<Faults> = (value, name) => {
  try {
    return readFaults(value)
  } catch (error) {
    const why = (error as RangeError).message
    throw new ConfigError(`${name} must be a list of faults such as authorize=timeout_after,refund=slow:2000, and ${why}.`)
  }
}
