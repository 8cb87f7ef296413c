import type { ChangeType } from "./bank.ts"
import type { Options } from "./types.ts"

/** A notification, and what became of it. */
export type Notification = {
  payment: string
  change_type: ChangeType
  /** The HTTP status of each time that it was sent, or null where no answer came. */
  attempts: (number | null)[]
}

/** How often a notification is sent that is not answered with 200. */
export const MAX_ATTEMPTS = 3
const ANSWER_MS = 10_000

/** Posts the body of a notification. Returns the HTTP status of the answer, or null where none came. */
export type Post = (url: string, body: string, signal: AbortSignal) => Promise<number | null>

const postOverHttp: Post = async (url, body, stopped) => {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)])
  const headers = { "content-type": "application/json" }
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

/** Sends notifications as the document says: until one is answered with 200, three times at most. */
export function createNotifications(options: Options, post = postOverHttp) {
  const sent: Notification[] = []
  const timers = new Set<NodeJS.Timeout>()
  const stopped = new AbortController()

  async function send(url: string, notification: Notification): Promise<void> {
    const body = JSON.stringify({ PaymentId: notification.payment, ChangeType: notification.change_type })
    const status = await post(url, body, stopped.signal)
    notification.attempts.push(status)
    if (status === 200 || notification.attempts.length >= MAX_ATTEMPTS || stopped.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void send(url, notification)
    }, options.notificationRepeatMs)
    timers.add(timer)
  }

  return {
    sent,
    notify(payment: string, changeType: ChangeType): void {
      if (options.notificationUrl === null) return
      const notification: Notification = { payment, change_type: changeType, attempts: [] }
      sent.push(notification)
      void send(options.notificationUrl, notification)
    },
    stop(): void {
      stopped.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
export type Notifications = ReturnType<typeof createNotifications>
