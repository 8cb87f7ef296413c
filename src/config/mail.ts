// The variables for mails (docs/mail.md).
import { ConfigError, oneOf, secretFile } from "./values.ts"

/** A server for mails. The error does not repeat the value, because it may contain a password. */
function smtpUrl(value: string, name: string): string {
  if (/^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname) return value
  throw new ConfigError(`${name} must be smtp://user:password@host:port, or the same with smtps://.`)
}

function mailAddress(value: string, name: string): string {
  if (/^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(value)) return value
  throw new ConfigError(`${name} must be an e-mail address such as pagamentos@example.com, not '${value}'.`)
}

export const MAIL = {
  smtpUrl: {
    name: "SMTP_URL",
    read: smtpUrl,
    shownDefault: "unset: nothing is sent",
    doc: "The server that takes mails: `smtp://user:password@host:port`, or `smtps://…` for TLS from the beginning. With `smtp://` the server must offer STARTTLS, unless it is on this machine. See [mail](mail.md).",
  },
  smtpUrlFile: {
    name: "SMTP_URL_FILE",
    read: (path: string, name: string) => smtpUrl(secretFile(path, name), `The content of ${name}`),
    shownDefault: "unset",
    doc: "A file that contains `SMTP_URL`, instead of that variable. Users other than its owner and group must not have access.",
  },
  mailFrom: {
    name: "MAIL_FROM",
    read: mailAddress,
    shownDefault: "unset",
    doc: "The address that mails come from, of a domain that the server may send for. Payers see the merchant's name with it. Needed with `SMTP_URL`.",
  },
  testMail: {
    name: "TEST_MAIL",
    read: oneOf("show", "send"),
    default: "show",
    doc: "`send`: mails of test mode are sent, too. `show`: the dashboard shows them, and none is sent.",
  },
} as const

type MailVariables = { smtpUrl: string | undefined; smtpUrlFile: string | undefined; mailFrom: string | undefined }

/** Returns the mail server. Throws ConfigError if its variables do not fit together. */
export function smtpUrlOf({ smtpUrl, smtpUrlFile, mailFrom }: MailVariables): string | undefined {
  if (smtpUrl && smtpUrlFile) throw new ConfigError("Set one of SMTP_URL and SMTP_URL_FILE, not both.")
  const url = smtpUrl ?? smtpUrlFile
  if (url && !mailFrom) throw new ConfigError("MAIL_FROM is required when SMTP_URL is set: the address that mails come from.")
  return url
}
