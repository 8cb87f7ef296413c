import type { Version } from "../../versions.ts"
import type { Check } from "./check.ts"
import { type Client, createClient } from "./client.ts"
import { type Coverage, coverageOf } from "./coverage.ts"
import { curlOf } from "./curl.ts"
import { NO_RESPONSE } from "./exchange.ts"
import { Deviation, NotTried } from "./expect.ts"
import { probe } from "./probe.ts"
import type { Receiver } from "./receiver.ts"
import { createSession, type OtherKeys, type Session } from "./session.ts"

type About = { id: string; title: string; rule: string; duration_ms: number }
export type Result = About &
  (
    | { result: "passed" }
    | { result: "failed"; expected: string; seen: string; curl: string | null }
    | { result: "not_tried"; reason: string }
  )

export type Report = {
  server: string
  /** The version of the contract to which the server was held. */
  contract: Version
  passed: number
  failed: number
  not_tried: number
  coverage: Coverage
  checks: Result[]
}

export type RunOptions = {
  baseUrl: string
  version: Version
  key: string
  keys: OtherKeys
  checks: Check[]
  timeoutMs: number
  receiver?: Receiver
  /** Called after each check. */
  onResult?: (result: Result) => void
  /** Called before the run waits for the rate limit. */
  onWait?: (seconds: number) => void
}

/** Runs the checks one after the other. Throws a CannotRun if there is no server, or if the server does not accept the key. */
export async function runChecks({ checks, onResult = () => {}, onWait = () => {}, ...options }: RunOptions): Promise<Report> {
  const client = createClient({ ...options, onWait })
  await probe(options)
  const session = createSession({ ...options, request: client.request, receiver: options.receiver })
  const results: Result[] = []
  for (const check of checks) {
    const result = await resultOf(check, session, client)
    results.push(result)
    onResult(result)
  }
  const count = (wanted: Result["result"]) => results.filter(({ result }) => result === wanted).length
  return {
    server: options.baseUrl,
    contract: options.version,
    ...{ passed: count("passed"), failed: count("failed"), not_tried: count("not_tried") },
    coverage: coverageOf(client.seen, options.version),
    checks: results,
  }
}

async function resultOf(check: Check, session: Session, client: Client): Promise<Result> {
  const { id, title, rule } = check
  const began = performance.now()
  const outcome = await outcomeOf(check, session, client)
  await client.cleanUp()
  return { id, title, rule, ...outcome, duration_ms: Math.round(performance.now() - began) }
}

type Outcome =
  | { result: "passed" }
  | Omit<Extract<Result, { result: "failed" }>, keyof About>
  | { result: "not_tried"; reason: string }

async function outcomeOf(check: Check, session: Session, client: Client): Promise<Outcome> {
  try {
    await check.run(session)
    return { result: "passed" }
  } catch (error) {
    if (error instanceof NotTried) return { result: "not_tried", reason: error.message }
    // openapi.yaml may allow a response that the check cannot read. It still differs from the expected one.
    const { expected, seen, sent } = error instanceof Deviation ? error : unreadable(error as Error, client)
    if (seen.startsWith(NO_RESPONSE)) await probe(session)
    const curl = sent ? redacted(curlOf(session.baseUrl, sent, session)) : null
    return { result: "failed", expected: redacted(expected), seen: redacted(seen), curl }
  }
}

function unreadable({ message }: Error, client: Client): Deviation {
  return new Deviation("a response that this check can read", message, client.last())
}

/** Removes secrets from a text. A faulty server may show some, and reports are kept. */
function redacted(text: string): string {
  return text.replace(/whsec_\w+/g, "whsec_…").replace(/(z(?:sk|rk)_(?:test|live)_)(?!0{32})\w+/g, "$1…")
}
