// Reads the answers of the MPI. Its documents and its answers spell the members differently, so they are found regardless of case.

import type { Answer } from "../../wire/request.ts"
import { codeOf, isGuid, membersOf, textOf, wholeNumber } from "../wire/members.ts"

/** What the MPI says about a payer. A member that it leaves out, or that cannot be read, is null. */
export type Decision = {
  status: number | null
  code: string | null
  /** As the MPI writes it. */
  eci: string | null
  cavv: string | null
  xid: string | null
  version: string | null
  challenge: { acs_url: string; payload: string; transaction_id: string } | null
}

/** A token goes into a header, and an id into a request. */
const TOKEN = /^[\x21-\x7e]+$/
const MAX_TOKEN = 16_384
const MAX_PROOF = 255
const MAX_URL = 2048
const MAX_PAYLOAD = 65_536
const MAX_TRANSACTION = 100

/** The token that opens a session. Null if the answer has none. */
export function readToken({ body }: Answer): string | null {
  return visible(membersOf(body).access_token, MAX_TOKEN)
}

/** The session of an order. Null if the answer has none. */
export function readSession({ body }: Answer): { id: string; browser_token: string } | null {
  const { referenceid, token } = membersOf(body)
  const id = textOf(referenceid)
  const browser_token = visible(token, MAX_TOKEN)
  return id !== undefined && isGuid(id) && browser_token !== null ? { id, browser_token } : null
}

/** The code of an answer that has one. */
export function readReason({ body }: Answer): string[] {
  return [codeOf(membersOf(membersOf(body).reason).code)].filter((code) => code !== undefined)
}

export function readDecision(answer: Answer): Decision {
  const { status, authentication, challenge } = membersOf(answer.body)
  const { eci, cavv, xid, version } = membersOf(authentication)
  return {
    status: wholeNumber(status) ?? null,
    code: readReason(answer)[0] ?? null,
    eci: matching(eci, /^\d{1,2}$/),
    cavv: visible(cavv, MAX_PROOF),
    xid: visible(xid, MAX_PROOF),
    version: matching(version, /^\d(\.\d){0,3}$/),
    challenge: challengeOf(challenge),
  }
}

function challengeOf(value: unknown): Decision["challenge"] {
  const { acsurl, pareq, transactionid } = membersOf(value)
  const [acs_url, payload, transaction_id] = [
    ...[visible(acsurl, MAX_URL), visible(pareq, MAX_PAYLOAD), visible(transactionid, MAX_TRANSACTION)],
  ]
  return acs_url && payload && transaction_id ? { acs_url, payload, transaction_id } : null
}

/** Characters that can be seen, and no spaces. */
function visible(value: unknown, length: number): string | null {
  const text = textOf(value)
  return text !== undefined && text.length <= length && TOKEN.test(text) ? text : null
}

function matching(value: unknown, form: RegExp): string | null {
  const text = textOf(value)
  return text !== undefined && text.length <= 8 && form.test(text) ? text : null
}
