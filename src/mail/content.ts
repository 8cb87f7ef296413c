/** What a mail says, in the reader's language and without form. Both its texts are made of it. */
export type Content = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  /** What the reader copies, such as the code of a PIX. */
  code?: { label: string; text: string }
  button?: { text: string; url: string }
  attachments?: readonly { name: string; type: string; content: Buffer }[]
}

/** Who writes, and what is the same in all mails of an account. */
export type Frame = {
  lang: string
  seller: { name: string; document: string | null; address: string | null; email: string | null; phone: string | null }
  color: string
  footer: string | null
  /** Whether it is of test mode. */
  test: string | null
  contact: string
  stop: { text: string; url: string } | null
}

/** A mail as it was made, and as it is kept. */
export type Made = {
  to: string
  subject: string
  html: string
  text: string
  replyTo: string | null
  /** The name beside the address. Empty: that of MAIL_FROM. */
  sender: string
  attachments: string[]
}

/** A mail with its attachments, and the page on which its payer stops it. */
export type MadeMail = { made: Made; attachments: NonNullable<Content["attachments"]>; stopUrl: string | null }
