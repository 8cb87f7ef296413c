import type { Locale } from "../accounts/tables.ts"
import type { Queries } from "../db/database.ts"
import { type AnyKind, isUserKind } from "./kinds.ts"
import { canBeStopped, frameOf, userFrameOf } from "./make.ts"
import { payerPreviews, userPreviews } from "./previewed.ts"
import { renderHtml } from "./render.ts"

type Previewed = { account: string; kind: AnyKind; locale: Locale; now: number }
export type Preview = { name: string; subject: string; html: string }

/** The mails of a kind with invented facts, one for each of its cases, as the account's settings make them now. */
export async function previewsOf(
  db: Queries & { readonly livemode: boolean },
  { account, kind, locale, now }: Previewed,
): Promise<readonly Preview[]> {
  const stop = canBeStopped(kind) ? "#" : null
  const frame = isUserKind(kind) ? await userFrameOf(db, account, kind, stop) : await frameOf(db, account, locale, stop)
  const { name } = frame.seller
  const cases = isUserKind(kind) ? userPreviews({ account: name, now })[kind] : payerPreviews({ locale, seller: name, now })[kind]
  return Object.entries(cases).map(([name, content]) => ({ name, subject: content.subject, html: renderHtml(content, frame) }))
}
