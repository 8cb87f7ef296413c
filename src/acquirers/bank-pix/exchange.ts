import { isDeepStrictEqual } from "node:util"
import type { Dispatcher } from "undici"
import type { Logger } from "../../base/log.ts"
import { trustedRoots } from "../../base/tls.ts"
import { CallRefused } from "../acquirer.ts"
import type { AcquirerAddresses } from "../addresses.ts"
import type { Credentials } from "../kind.ts"
import type { Members } from "../members.ts"
import { type Answer, createPools, poolsWith, request } from "../wire/request.ts"
import { lookupFor } from "./addresses.ts"
import { type BankCredentials, bankCredentials } from "./credentials.ts"
import { type Call, callWith, type Session } from "./session.ts"
import { openTokens } from "./tokens.ts"

/** A list of a thousand Pix is about 600 KiB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** What the calls of one account share. */
export type Account = {
  id: string
  account: string
  log: Logger
  /** Unix milliseconds. */
  now(): number
  /** The credentials that calls are made with at the moment. */
  credentials(): BankCredentials
  /** Throws NotSent, NoAnswer and CallRefused. */
  call(call: Call, signal: AbortSignal): Promise<Answer>
  /** Calls our own address as a stranger does, without a certificate. Throws NotSent and NoAnswer. */
  knock(url: string, signal: AbortSignal): Promise<Answer>
  /** For how many milliseconds the bank still wants no calls. */
  quietMs(): number
  /** The pause between two calls of a long list, in milliseconds. */
  listGapMs: number
  missingScopes(signal: AbortSignal): Promise<string[] | undefined>
  close(): Promise<void>
}

/** No bank says how many calls it takes. What a long list leaves of five a second is for payers. */
const LIST_GAP_MS = 500

/** `ca`: trusted root certificates as PEM. `now`: the clock, in Unix milliseconds. `connections`: those of a simulated network. */
export type Options = {
  ca?: string[]
  now?: () => number
  connections?: (credentials: BankCredentials) => Dispatcher
  listGapMs?: number
}

/** The calls of one account. What the bank refuses because of the credentials is called again with later ones of the same PIX key, if any were set. */
export function openExchange(given: Credentials, addresses: AcquirerAddresses, log: Logger, options: Options = {}): Account {
  const { id, account } = given
  const now = options.now ?? Date.now
  const opened: Session[] = []
  const open = (members: Members): Session => {
    const credentials = bankCredentials(members, addresses)
    const pool = options.connections?.(credentials) ?? poolFor(credentials, options.ca)
    const denied = (scopes: string[]) =>
      log.error({ account, credentials: id, scopes }, "a bank denies an account scopes of API Pix: ask it to grant them")
    const session = { credentials, pool, tokens: openTokens(pool, credentials, denied), now, quietUntil: 0 }
    opened.push(session)
    return session
  }
  let current = { members: given.members, session: open(given.members) }
  /** Whether there are other credentials than those that were refused. */
  const renewed = async (refused: Session): Promise<boolean> => {
    const members = await given.renewed()
    if (current.session !== refused) return true
    if (members === undefined || isDeepStrictEqual(members, current.members)) return false
    current = { members, session: open(members) }
    return true
  }
  return {
    ...{ id, account, log, now },
    credentials: () => current.session.credentials,
    call: async (call, signal) => {
      const { session } = current
      const answer = await callWith(session, call, signal).catch((error: Error) => error)
      const isRefused = answer instanceof CallRefused || (!(answer instanceof Error) && answer.status === 401)
      if (isRefused && (await renewed(session))) return callWith(current.session, call, signal)
      if (answer instanceof Error) throw answer
      return answer
    },
    knock: (url, signal) => knock(url, options.ca, signal),
    // A timer may end within the last millisecond.
    quietMs: () => Math.max(0, Math.ceil(current.session.quietUntil - performance.now()) + 1),
    listGapMs: options.listGapMs ?? LIST_GAP_MS,
    missingScopes: (signal) => current.session.tokens.missing(signal),
    close: async () => {
      await Promise.all(opened.map(({ pool }) => pool.destroy()))
    },
  }
}

async function knock(url: string, ca: string[] | undefined, signal: AbortSignal): Promise<Answer> {
  const { origin, pathname: path } = new URL(url)
  const pool = createPools(ca ? { ca } : {})
  const headers = { "Content-Type": "application/json" }
  try {
    return await request(pool, { origin, path, method: "POST", headers, body: "{}" }, "POST notifications", signal)
  } finally {
    await pool.destroy()
  }
}

/** Mutual TLS on every call, also those for tokens. */
function poolFor({ identity, ownUrls }: BankCredentials, ca?: string[]): Dispatcher {
  return poolsWith(() => ({ ca: ca ?? trustedRoots(), ...identity, lookup: lookupFor(ownUrls) }), MAX_RESPONSE_BYTES)
}
