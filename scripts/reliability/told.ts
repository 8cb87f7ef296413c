// What the simulator of Cielo notifies, and when all of that was heard.
import { setTimeout as pause } from "node:timers/promises"
import type { Control } from "../../test/cielo/client.ts"
import { MAX_ATTEMPTS, type Notification } from "../../test/cielo/notifications.ts"

export const NOTIFICATIONS_PATH = "/acquirers/cielo/notifications"

/** Waits until each notification was accepted, or was sent for the last time. Returns those that no process accepted. */
export async function untilTold(bank: Pick<Control, "notifications">): Promise<string[]> {
  const isTaken = ({ attempts }: Notification) => attempts.includes(200)
  for (;;) {
    const open = (await bank.notifications()).filter((each) => !isTaken(each))
    if (open.every(({ attempts }) => attempts.length >= MAX_ATTEMPTS))
      return open.map((each) => `no process took the notification, three times: ${JSON.stringify(each)}`)
    await pause(1000)
  }
}
