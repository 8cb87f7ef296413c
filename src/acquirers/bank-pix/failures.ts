import { CallRefused } from "../acquirer.ts"
import { objectOf } from "../wire/json.ts"
import { type Answer, isSuccess, NoAnswer, NotSent } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import type { Call } from "./session.ts"
import { textOf } from "./wire.ts"

/**
 * What a call that may move money was answered. `unavailable`: the bank did nothing, and may be called again. `refused`: the same, and calling
 * again changes nothing. `none`: the bank has no such resource. `unknown`: the bank may have done it, so it is asked.
 */
export type Written =
  | { result: "done"; answer: Answer }
  | { result: "unavailable"; refused?: true }
  | { result: "refused" | "none"; error: string }
  | { result: "unknown"; reason: string }

/** The longest time for which the answer of a write is waited for: the rest of a call's time is for asking what came of it. */
const MAX_WRITING_MS = 15_000

/** The name of an error: the last part of its type (RFC 7807), or Efí's own. Undefined for what another server has answered. */
export function errorName({ body }: Answer): string | undefined {
  const { type, nome } = objectOf(body)
  const name = textOf(type)?.split("/").at(-1) ?? textOf(nome)
  // Other texts must not reach messages and logs.
  return name !== undefined && /^[A-Za-z_]{1,60}$/.test(name) ? name : undefined
}

/** Whether the bank itself says that it has no such resource. A server in front of it may answer 404 for a wrong address. */
function isNone(answer: Answer): boolean {
  return answer.status === 404 && /nao_?encontrad[oa]$/i.test(errorName(answer) ?? "")
}

/** Makes a call that changes something. Never throws for an answer that is lost. */
export async function write(account: Account, call: Call, signal: AbortSignal): Promise<Written> {
  try {
    return judged(account, await account.call(call, AbortSignal.any([signal, AbortSignal.timeout(MAX_WRITING_MS)])))
  } catch (error) {
    const { message } = error as Error
    if (error instanceof NoAnswer) return { result: "unknown", reason: message }
    const fields = { account: account.account, credentials: account.id, reason: message }
    if (error instanceof NotSent) {
      account.log.warn(fields, "a bank could not be reached; nothing was sent")
      return { result: "unavailable" }
    }
    if (!(error instanceof CallRefused)) throw error
    logRefusal(account, fields)
    return { result: "unavailable", refused: true }
  }
}

function judged(account: Account, answer: Answer): Written {
  const { status, call } = answer
  if (isSuccess(answer)) return { result: "done", answer }
  const fields = { account: account.account, credentials: account.id, call, status, error: errorName(answer) }
  if (status === 401 || status === 403) {
    logRefusal(account, fields)
    return { result: "unavailable", refused: true }
  }
  if (status === 429) return { result: "unavailable" }
  const error = errorName(answer)
  if (isNone(answer) && error) return { result: "none", error }
  if ((status === 400 || status === 422) && error) return { result: "refused", error }
  return { result: "unknown", reason: `${call}: status ${status}` }
}

function logRefusal({ log }: Account, fields: object): void {
  log.error(fields, "a bank refuses the credentials of an account: set the right ones with 'vintem acquirer set'")
}

/** Logs a refusal of what was sent, which only a change of the account or of this service can mend. */
export function logRefused({ log, account, id }: Account, call: string, error: string): void {
  log.error({ account, credentials: id, call, error }, "a bank refuses the data of a call")
}

/** The answer to a question, of any status. Throws NoAnswer, and CallRefused if the bank takes no calls with the credentials. */
export function answerTo(account: Account, call: Call, signal: AbortSignal): Promise<Answer> {
  return account.call(call, signal).catch((error: Error) => {
    throw error instanceof NotSent ? new NoAnswer(error.message) : error
  })
}

/** What is thrown for an answer that says nothing. */
export function failureOf(answer: Answer): Error {
  const error = errorName(answer)
  const Failed = answer.status === 401 || answer.status === 403 ? CallRefused : NoAnswer
  return new Failed(`${answer.call}: status ${answer.status}${error ? `, ${error}` : ""}`)
}

/** Asks the bank. Undefined if it has no such resource. Throws if it gives no answer, which says nothing about the resource. */
export async function ask(account: Account, call: Call, signal: AbortSignal): Promise<Answer | undefined> {
  const answer = await answerTo(account, call, signal)
  if (isSuccess(answer)) return answer
  if (isNone(answer)) return undefined
  throw failureOf(answer)
}
