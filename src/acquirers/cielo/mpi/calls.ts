import type { Dispatcher } from "undici"
import type { Logger } from "../../../base/log.ts"
import type { AcquirerAddresses } from "../../addresses.ts"
import type { MpiCredentials } from "../../authentication.ts"
import type { Credentials } from "../../kind.ts"
import { type Answer, isSuccess, NoAnswer, NotSent, request } from "../../wire/request.ts"
import { normalCode, readErrorCodes } from "../wire/members.ts"
import { readReason } from "./answers.ts"

/** The objects that the calls of one account share. */
export type MpiAccount = {
  pools: Dispatcher
  /** Without a trailing slash, and without the version. */
  url: string
  mpi: MpiCredentials
  credentials: Pick<Credentials, "id" | "account">
  addresses: AcquirerAddresses
  log: Logger
}

export type Unavailable = { result: "unavailable"; refused?: boolean }

type Call = { path: string; authorization: string; body: object }

const NO_SUCH_CALL = new Set([404, 405, 413, 415])
/** The calls that begin a session. They have the merchant's credentials and an order, and nothing of the payer. */
const BEGINNING = new Set(["auth/token", "3ds/init"])
const REFUSED = new Set([400, 401, 403])
/** Members are missing or invalid, or Cielo has not set the merchant up. */
const MERCHANT_CODES = new Set(["101", "102", "234"])

export function basic({ client_id, client_secret }: MpiCredentials): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`
}

/**
 * Makes a call, and returns its answer if it succeeded. No call charges anything, so a call without an answer is simply not made: a new
 * session can be begun.
 */
export async function ask(account: MpiAccount, call: Call, signal: AbortSignal): Promise<Answer | Unavailable> {
  const { path, authorization, body } = call
  const { origin, pathname } = new URL(`${account.url}/v3/${path}`)
  const options: Dispatcher.DispatchOptions = {
    origin,
    path: pathname,
    method: "POST",
    headers: { Authorization: authorization, Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }
  try {
    const answer = await request(account.pools, options, `POST ${pathname}`, signal)
    return isSuccess(answer) ? answer : failed(account, call, answer)
  } catch (error) {
    if (!(error instanceof NotSent || error instanceof NoAnswer)) throw error
    return noAnswer(account, path, { reason: error.message })
  }
}

/** `codes` are the MPI's own. */
export function refusesMerchant({ log, ...account }: MpiAccount, call: string, fields: object): Unavailable {
  log.error(
    { ...about(account), call, ...fields },
    "Cielo's MPI refuses the 3DS credentials of an account: set the right ones with 'vintem acquirer set'",
  )
  return { result: "unavailable", refused: true }
}

export function refusesData({ log, ...account }: MpiAccount, call: string, fields: object): Unavailable {
  log.error({ ...about(account), call, ...fields }, "Cielo's MPI refuses the data of a call")
  return { result: "unavailable" }
}

export function noAnswer({ log, ...account }: MpiAccount, call: string, fields: object): Unavailable {
  log.warn({ ...about(account), call, ...fields }, "Cielo's MPI authenticates nobody at the moment")
  return { result: "unavailable" }
}

/** A session does not begin, although the call has succeeded. `missing`: what the answer lacks. */
export function notBegun(account: MpiAccount, call: string, answer: Answer, missing: string): Unavailable {
  const codes = [...readErrorCodes(answer), ...readReason(answer)]
  const isOfMerchant = codes.some((code) => MERCHANT_CODES.has(normalCode(code)))
  const { status } = answer
  return isOfMerchant
    ? refusesMerchant(account, call, { status, codes })
    : noAnswer(account, call, { status, codes, reason: `the answer has no ${missing}` })
}

function failed(account: MpiAccount, { path }: Call, answer: Answer): Unavailable {
  const { status } = answer
  const fields = { status, codes: readErrorCodes(answer) }
  if (BEGINNING.has(path) && REFUSED.has(status)) return refusesMerchant(account, path, fields)
  if (status === 400) return refusesData(account, path, fields)
  if (!NO_SUCH_CALL.has(status)) return noAnswer(account, path, fields)
  account.log.error({ ...about(account), call: path, ...fields }, "Cielo's MPI did not process a call: look at CIELO_MPI_URL")
  return { result: "unavailable", refused: true }
}

function about({ credentials: { account, id } }: Pick<MpiAccount, "credentials">): object {
  return { account, credentials: id }
}
