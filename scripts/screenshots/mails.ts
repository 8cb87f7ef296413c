import { countAttention, listAttention } from "../../src/attention/list.ts"
import { operatorFrame, operatorMail } from "../../src/attention/operator-mail.ts"
import { type AnyKind, KIND_NAMES, USER_KIND_NAMES } from "../../src/mail/kinds.ts"
import { previewsOf } from "../../src/mail/preview.ts"
import { renderHtml } from "../../src/mail/render.ts"
import { command } from "../../test/support/dashboard/dashboard.ts"
import { newMerchant, payOne } from "../../test/support/merchants/merchant.ts"
import type { Shot, Stage } from "./shot.ts"

const DAY_MS = 86_400_000

/** Each kind of mail with invented facts in each of its cases, as a mail program shows its HTML. Payers read English ones, too. */
export async function mails(stage: Stage): Promise<Shot[]> {
  const inPortuguese = await Promise.all([...KIND_NAMES, ...USER_KIND_NAMES].map((kind) => casesOf(stage, kind, "pt-BR")))
  const inEnglish = await Promise.all(KIND_NAMES.map((kind) => casesOf(stage, kind, "en")))
  return [
    ...inPortuguese.flat(),
    await ofOperators(stage),
    ...inEnglish.map(([usual]) => usual).filter((shot) => shot !== undefined),
  ]
}

async function casesOf({ vintem: { server, account } }: Stage, kind: AnyKind, locale: "pt-BR" | "en"): Promise<Shot[]> {
  const { database, clock } = server.modes.test
  const now = Math.floor(clock.now() / 1000)
  const cases = await previewsOf(database, { account, kind, locale, now })
  return cases.map(({ name, html }, i): Shot => {
    const ends = [...(i > 0 ? [name] : []), ...(locale === "en" ? ["en"] : [])]
    const isFirst = ends.length === 0
    return {
      name: ["mail", kind, ...ends].join("-"),
      title: `Mail, ${[kind, ...ends].join(", ").replaceAll("_", " ")}`,
      url: pageOf(html),
      ...(!isFirst && { views: ["phone"] }),
    }
  })
}

/** Operators are mailed what waits: here a chargeback that the shop has not answered. */
async function ofOperators({ vintem }: Stage): Promise<Shot> {
  const { id } = await payOne(await newMerchant(vintem))
  await command(vintem, ["disputes", "open", id, "--respond-by", new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10)])
  const mode = vintem.server.modes.test
  const [items, counts] = await Promise.all([listAttention(mode, { limit: 20 }), countAttention(mode, 20)])
  const content = operatorMail(mode, { items: items.items, counts, dashboard: "#" })
  return { name: "mail-attention", title: "Mail, attention", url: pageOf(renderHtml(content, operatorFrame(mode))) }
}

const pageOf = (html: string) => `data:text/html;base64,${Buffer.from(html).toString("base64")}`
