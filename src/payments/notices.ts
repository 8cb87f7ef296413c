// What acquirers that cannot be asked tell in signed notifications: it is stored before it is acknowledged, and then leads to look-ups, as any notification.
import type { SignedNotifications } from "../acquirers/kind.ts"
import { type NewNotice, type Notice, noteTold, storeNotices } from "../acquirers/notices.ts"
import type { PaymentsMode } from "./intents/mode.ts"
import { noteNotification } from "./notifications.ts"
import { noteLost } from "./refunds/lost.ts"
import { failUndone } from "./refunds/undone.ts"

/**
 * Stores notices, each once, and passes on what was not passed on yet. If the process dies in between, the acquirer tells it again, because
 * nothing was acknowledged.
 */
export async function receiveNotices(
  mode: PaymentsMode,
  of: { account: string; acquirer: string },
  signed: SignedNotifications,
  notices: readonly NewNotice[],
): Promise<void> {
  const untold = await storeNotices(mode.database, of, notices, Math.floor(mode.clock.now() / 1000))
  mode.checkpoint("notices: stored")
  for (const notice of untold) {
    await passOn(mode, signed, notice)
    await noteTold(mode.database, notice)
  }
}

async function passOn(mode: PaymentsMode, signed: SignedNotifications, notice: Notice): Promise<void> {
  const { account, acquirer, event } = notice
  const of = { account, acquirer }
  if (!signed.isKnown(event)) mode.log.warn({ ...of, event }, "an acquirer has told of an event that is not known: it is kept")
  const about = signed.about(notice)
  if (!about) return
  if (about.loses && "charge" in about) await noteLost(mode, { ...of, charge: about.charge })
  // Refunds that were made may have failed since.
  if (about.undoes && "charge" in about) await failUndone(mode, { ...of, charge: about.charge })
  await noteNotification(mode, { ...of, ...about })
}
