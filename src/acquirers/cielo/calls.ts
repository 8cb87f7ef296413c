import { CallRefused } from "../acquirer.ts"
import { type Answer, isSuccess, NoAnswer, NotSent } from "../wire/request.ts"
import type { Account, Exchange } from "./exchange.ts"
import { failureOf } from "./failures.ts"

/** Makes a call that may move money. Returns undefined if nothing was sent, because Cielo could not be reached. Throws NoAnswer. */
export async function send(account: Account, call: (exchange: Exchange) => Promise<Answer>): Promise<Answer | undefined> {
  const { exchange, credentials, log } = account
  try {
    return await call(exchange)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const fields = { account: credentials.account, credentials: credentials.id, reason: error.message }
    log.warn(fields, "Cielo could not be reached; nothing was sent")
    return undefined
  }
}

/** Queries Cielo. Returns undefined if Cielo has no such object. Throws if Cielo does not answer, which says nothing about the object. */
export async function query(account: Account, path: string, signal: AbortSignal): Promise<Answer | undefined> {
  const answer = await account.exchange.get(path, signal)
  if (isSuccess(answer)) return answer
  if (answer.status === 404) return undefined
  const Failed = failureOf(account, answer).result === "unknown" ? NoAnswer : CallRefused
  throw new Failed(`${answer.call}: status ${answer.status}`)
}
