import { accountOf } from "../accounts/accounts.ts"
import { namedDocument } from "../accounts/document.ts"
import { settingsOf } from "../accounts/settings.ts"
import type { Locale } from "../accounts/tables.ts"
import { must } from "../base/must.ts"
import { contentOf } from "./about.ts"
import type { Content, Frame, Made, MadeMail } from "./content.ts"
import { type AnyKind, canBeOff, isUserKind, KINDS, type Kind, type UserKind } from "./kinds.ts"
import type { Making } from "./making.ts"
import type { MailMode } from "./mode.ts"
import type { Reader } from "./readers.ts"
import { renderHtml, renderText } from "./render.ts"
import type { MailRow } from "./tables.ts"
import { userContentOf } from "./user-about.ts"
import { USER_WORDS } from "./user-words.ts"
import { WORDS } from "./words.ts"

/** White on it has a contrast of 8:1. */
const COLOR = "#0a5c36"

type Order = { mode: MailMode; now: number; mail: MailRow; reader: Reader }

/** Makes a mail as the account and its reader are now. `stopUrl` is where its reader stops the kind. Undefined if its cause has ended. */
export async function makeMail(order: Order, stopUrl: string): Promise<MadeMail | undefined> {
  const { mail, reader } = order
  const stop = canBeStopped(mail.kind) ? stopUrl : null
  const written = isUserKind(mail.kind) ? await toUser(order, mail.kind, stop) : await toPayer(order, stop)
  if (!written) return undefined
  const { content, frame, sender } = written
  const attachments = content.attachments ?? []
  const made: Made = {
    ...{ to: reader.email, subject: content.subject, sender, replyTo: frame.seller.email },
    ...{ html: renderHtml(content, frame), text: renderText(content, frame) },
    attachments: attachments.map((each) => each.name),
  }
  return { made, attachments, stopUrl: stop }
}

/** What a payer needs to pay, and what an account cannot switch off, nobody stops. */
export function canBeStopped(kind: AnyKind): boolean {
  return isUserKind(kind) ? canBeOff(kind) : !KINDS[kind].toPay
}

type Written = { content: Content; frame: Frame; sender: string }

async function toPayer({ mode, now, mail, reader }: Order, stop: string | null): Promise<Written | undefined> {
  const { database: db, drawBoleto } = mode
  const customer = must(reader.customer, mail.id)
  const frame = await frameOf(db, mail.account, customer.locale, stop)
  const { name: seller } = frame.seller
  const about = { ...mail, kind: mail.kind as Kind }
  const content = await contentOf({ db, now, mail: about, customer, seller, pages: mode, ...(drawBoleto && { drawBoleto }) })
  return content && { content, frame, sender: seller }
}

async function toUser({ mode, now, mail }: Order, kind: UserKind, stop: string | null): Promise<Written | undefined> {
  const frame = await userFrameOf(mode.database, mail.account, kind, stop)
  const content = await userContentOf(kind, { mode, now, mail, name: frame.seller.name })
  // The platform writes to its own users: the address has the name that the operator gave it.
  return content && { content, frame, sender: "" }
}

/** What is the same in all mails to users of an account. */
export async function userFrameOf(db: Making["db"], account: string, kind: UserKind, stop: string | null): Promise<Frame> {
  const { name } = await accountOf(db, account)
  const why = kind === "bank_account_changed" ? USER_WORDS.whyOwner(name) : USER_WORDS.why(name)
  return {
    lang: "pt-BR",
    seller: { name, document: null, address: null, email: null, phone: null },
    ...{ color: COLOR, footer: why, contact: "" },
    test: db.livemode ? null : USER_WORDS.test,
    stop: stop === null ? null : { text: WORDS["pt-BR"].stop, url: stop },
  }
}

/** What is the same in all mails to payers of an account, as its settings are now. */
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
