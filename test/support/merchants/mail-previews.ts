import { type AnyKind, KIND_NAMES, USER_KIND_NAMES } from "../../../src/mail/kinds.ts"
import { previewsOf } from "../../../src/mail/preview.ts"
import type { Running } from "../app/vintem.ts"
import { type Received, readMail } from "../network/mail-server.ts"

/** What is the same in all mails of a case: the heading up to its first figure, and the button. */
const shapeOf = (html: string) => {
  const [, heading = ""] = /<h1[^>]*>([^<]*)/.exec(html) ?? []
  const [, button = ""] = /color:#ffffff[^>]*>([^<]*)/.exec(html) ?? []
  return `${heading.replace(/\d.*/, "")} [${button}]`
}
const labelsOf = (html: string) => [...html.matchAll(/vertical-align:top">([^<]*)<\/td>/g)].map(([, label]) => label ?? "")

/** Says of which mails no preview has the same heading, button and facts. A preview may have more facts, such as the text on a statement. */
export async function mailsWithoutPreview(
  { server }: Running,
  { account, received }: { account: string; received: readonly Received[] },
): Promise<string[]> {
  const { database } = server.modes.test
  const known = new Map<string, string[]>()
  for (const locale of ["pt-BR", "en"] as const)
    for (const kind of [...KIND_NAMES, ...USER_KIND_NAMES] as AnyKind[])
      for (const { html } of await previewsOf(database, { account, kind, locale, now: Math.floor(Date.now() / 1000) }))
        known.set(shapeOf(html), [...(known.get(shapeOf(html)) ?? []), ...labelsOf(html)])
  return received.flatMap((mail) => {
    const { html } = readMail(mail)
    const [shape, labels] = [shapeOf(html), labelsOf(html)]
    const unknown = labels.filter((label) => !known.get(shape)?.includes(label))
    return unknown.length === 0 && known.has(shape) ? [] : [`${shape}: ${unknown.join(", ")}`]
  })
}
