import { accountOf } from "../accounts/accounts.ts"
import { namedDocument } from "../accounts/document.ts"
import { settingsOf } from "../accounts/settings.ts"
import type { Locale } from "../accounts/tables.ts"
import { contentOf, type Making } from "./about.ts"
import type { Frame, Made, MadeMail } from "./content.ts"
import { KINDS } from "./kinds.ts"
import { renderHtml, renderText } from "./render.ts"
import { WORDS } from "./words.ts"

/** White on it has a contrast of 8:1. */
const COLOR = "#0a5c36"

/** Makes a mail as the account and its customer are now. `stopUrl` is where its payer stops the kind. Undefined if its cause has ended. */
export async function makeMail(making: Omit<Making, "seller">, stopUrl: string): Promise<MadeMail | undefined> {
  const { db, mail, customer } = making
  const stop = KINDS[mail.kind].toPay ? null : stopUrl
  const frame = await frameOf(db, mail.account, customer.locale, stop)
  const { name, email } = frame.seller
  const content = await contentOf({ ...making, seller: name })
  if (!content) return undefined
  const attachments = content.attachments ?? []
  const made: Made = {
    ...{ to: customer.email, subject: content.subject, sender: name, replyTo: email },
    ...{ html: renderHtml(content, frame), text: renderText(content, frame) },
    attachments: attachments.map((each) => each.name),
  }
  return { made, attachments, stopUrl: stop }
}

/** What is the same in all mails of an account, as its settings are now. */
export async function frameOf(db: Making["db"], account: string, locale: Locale, stopUrl: string | null): Promise<Frame> {
  const {
    display_name,
    document,
    address,
    support_email: email,
    support_phone: phone,
    color,
    mail_footer,
  } = await settingsOf(db, account)
  const name = display_name ?? (await accountOf(db, account)).name
  const words = WORDS[locale]
  return {
    lang: locale,
    seller: { name, document: document && namedDocument(document), address, email, phone },
    color: color ?? COLOR,
    footer: mail_footer,
    test: db.livemode ? null : words.test,
    contact: words.contact,
    stop: stopUrl === null ? null : { text: words.stop, url: stopUrl },
  }
}
