import { isLoginLink, useLoginLink } from "../../../accounts/users/login-links.ts"
import { beginSession, endSession } from "../../../accounts/users/sessions.ts"
import { type ActionName, recordDone } from "../../../audit/log.ts"
import type { Transaction } from "../../../db/database.ts"
import { html } from "../../html.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, homeOf } from "../shell/context.ts"
import type { Words } from "../shell/language.ts"
import { messagePage } from "../shell/lone-page.ts"
import { goTo, sendPage } from "../shell/respond.ts"
import { clearCookie, setCookie } from "../shell/session.ts"

/** Sign-in by a one-time link, and sign-out. */
export function signInRoutes(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = homeOf(parts.modes)

  router.get("/sign-in", (ctx) => {
    const words = WORDS[ctx.state.language]
    sendPage(ctx, messagePage(ctx, words.signIn, words.askForLink))
  })

  const signIn = (ctx: DashboardContext, link: string) =>
    database.transaction(async (tx) => {
      const user = await useLoginLink(tx, ring, link)
      if (!user) return undefined
      await note(tx, ctx, "dashboard.sign_in", user)
      return beginSession(tx, ring, user)
    })

  router.get("/sign-in/:token", async (ctx) => {
    const link = ctx.params.token!
    const token = (await isLoginLink(database, ring, link)) && (await signIn(ctx, link))
    const words = WORDS[ctx.state.language]
    if (!token) return sendPage(ctx, messagePage(ctx, words.linkEnded, words.worksOnce), 410)
    setCookie(ctx, parts, token)
    enter(ctx)
  })

  router.post("/sign-out", async (ctx) => {
    const { sessionToken, user } = ctx.state
    await database.transaction(async (tx) => {
      await endSession(tx, ring, sessionToken!)
      await note(tx, ctx, "dashboard.sign_out", user!)
    })
    clearCookie(ctx, parts)
    goTo(ctx, "/sign-in")
  })
}

const command = html`<code>vintem dashboard login --user EMAIL</code>`
const en = {
  signIn: "Sign in",
  askForLink: html`Ask for a link: whoever runs this service makes one with ${command}.`,
  linkEnded: "This link has ended",
  worksOnce: "It works once, for ten minutes. Ask for another one.",
  signedIn: "You are signed in",
  goOn: "Go on to the dashboard.",
}
const pt: typeof en = {
  signIn: "Entrar",
  askForLink: html`Peça um link: quem opera este serviço cria um com ${command}.`,
  linkEnded: "Este link não vale mais",
  worksOnce: "Ele funciona uma vez, por dez minutos. Peça outro.",
  signedIn: "Você entrou",
  goOn: "Ir para o painel.",
}
const WORDS: Words<typeof en> = { en, pt }

/** Where the link was on another site, such as in a mail, the browser sends the new cookie only from the next page on. */
function enter(ctx: DashboardContext): void {
  if (ctx.get("Sec-Fetch-Site") === "cross-site") {
    ctx.set("Refresh", "0; url=/")
    const words = WORDS[ctx.state.language]
    sendPage(ctx, messagePage(ctx, words.signedIn, html`<a href="/">${words.goOn}</a>`))
  } else goTo(ctx, "/")
}

async function note(tx: Transaction, ctx: DashboardContext, action: ActionName, user: { id: string; account: string | null }) {
  await recordDone(
    tx,
    { actor: `user:${user.id}`, source: ctx.state.address },
    { action, account: user.account, target: user.id },
  )
}
