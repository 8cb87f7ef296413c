import { scopeOf } from "../accounts/scope.ts"
import type { MailMode } from "./mode.ts"
import { stopKind } from "./settings.ts"
import { isStopCode, LINK_SECONDS } from "./stop-link.ts"
import { findMail } from "./store.ts"
import type { MailRow } from "./tables.ts"

/** Finds the mail of a link that stops its kind. Undefined if the code is not its own, or the link is older than 30 days. */
export async function findStoppable(
  { database, ring, clock }: MailMode,
  { account, id, code }: { account: string; id: string; code: string },
): Promise<MailRow | undefined> {
  if (!isStopCode(ring, { account, id }, code)) return undefined
  const mail = await database.one(findMail, { account, id })
  const isRecent = mail?.ended_ms === null || (mail && clock.now() - mail.ended_ms < LINK_SECONDS * 1000)
  return isRecent ? mail : undefined
}

/** Stops the kind of a mail, to the address that it went to. */
export async function stopByLink(mode: MailMode, { account, kind, address_digest }: MailRow): Promise<void> {
  if (address_digest === null) return
  const { now } = await scopeOf(mode.database, mode, account)
  await mode.database.transaction((tx) => stopKind(tx, { account, kind, address_digest }, now))
}
