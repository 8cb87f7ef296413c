import { KIND_NAMES, USER_KIND_NAMES } from "../../src/mail/kinds.ts"
import { previewOf } from "../../src/mail/preview.ts"
import type { Shot, Stage } from "./shot.ts"

/** Each kind of mail with invented facts, as a mail program shows its HTML. */
export async function mails({ vintem: { server, account } }: Stage): Promise<Shot[]> {
  const { database, clock } = server.modes.test
  const now = Math.floor(clock.now() / 1000)
  return Promise.all(
    [...KIND_NAMES, ...USER_KIND_NAMES].map(async (kind): Promise<Shot> => {
      const { html } = await previewOf(database, { account, kind, locale: "pt-BR", now })
      return {
        name: `mail-${kind}`,
        title: `Mail, ${kind.replaceAll("_", " ")}`,
        url: `data:text/html;base64,${Buffer.from(html).toString("base64")}`,
      }
    }),
  )
}
