import type { Passkey } from "../../../accounts/users/tables.ts"
import { type Html, html } from "../../shared/html.ts"
import { takeNotice } from "../layout/notice.ts"
import { pageWithoutMenu } from "../layout/page-without-menu.ts"
import { type DashboardContext, sessionOf } from "../request/context.ts"
import { csrfField } from "../request/csrf-field.ts"
import { dateTime } from "../request/date-time.ts"
import { passkeyButton } from "../sign-in/passkey-button.ts"
import { WORDS } from "./words.ts"

const MAX_NAME = 60

/** The list of a user's passkeys. */
export function listPage(ctx: DashboardContext, passkeys: Passkey[]): Html {
  const words = WORDS[ctx.state.language]
  const notice = takeNotice({ ctx })
  return pageWithoutMenu(
    ctx,
    words.title,
    html`${notice && html`<p class="notice" role="status">${notice}</p>`}
<p class="hint">${words.signedInAs(sessionOf(ctx).user.email)} ${words.what}</p>
${passkeys.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ul class="passkeys">${passkeys.map((each) => entry(ctx, each))}</ul>`}
<p><a class="button wide" href="/passkeys/new">${words.add}</a></p>
<p><a href="/">${words.back}</a></p>`,
  )
}

function entry(ctx: DashboardContext, { id, name, created_ms, used_ms }: Passkey): Html {
  const { language } = ctx.state
  const words = WORDS[language]
  const when = (ms: number) => dateTime(Math.floor(ms / 1000), language)
  return html`<li><p class="name">${name}</p>
<p class="hint">${words.created}: ${when(created_ms)}<br>${words.used}: ${used_ms === null ? words.never : when(used_ms)}</p>
<details><summary>${words.rename}</summary><form method="post" action="/passkeys/${id}/rename">${csrfField({ ctx })}
<input name="name" value="${name}" aria-label="${words.name}" maxlength="${MAX_NAME}" required autocomplete="off"><button class="quiet">${words.save}</button></form></details>
<a class="remove" href="/passkeys/${id}/remove">${words.remove}</a></li>`
}

/** The page that asks before a passkey is removed. */
export function removePage(ctx: DashboardContext, { id, name }: Passkey, isLast: boolean): Html {
  const words = WORDS[ctx.state.language]
  return pageWithoutMenu(
    ctx,
    words.removeTitle(name),
    html`<p>${words.removeText}</p>${isLast && html`<p><strong>${words.removeLast}</strong></p>`}
<form class="actions" method="post" action="/passkeys/${id}/remove">${csrfField({ ctx })}
<button class="danger">${words.remove}</button><a class="button quiet" href="/passkeys">${words.cancel}</a></form>`,
  )
}

/** The page on which a passkey is registered. */
export function registerPage(ctx: DashboardContext, { to, isFirst }: { to: string; isFirst: boolean }): Html {
  const words = WORDS[ctx.state.language]
  const fields = html`<input type="hidden" name="to" value="${isFirst ? to : "/passkeys"}">
<p class="field"><label for="name">${words.name}</label><input id="name" name="name" maxlength="${MAX_NAME}" autocomplete="off" aria-describedby="name-hint">
<span class="hint" id="name-hint">${words.nameHint}</span></p>`
  const button = passkeyButton(ctx, { does: "create", text: words.register, path: "/passkeys", fields })
  const without = isFirst
    ? html`<p><a href="${to}">${words.goOnWithout}</a></p>`
    : html`<p><a href="/passkeys">${words.cancel}</a></p>`
  return pageWithoutMenu(ctx, words.registerTitle, html`<p>${words.what}${isFirst && ` ${words.first}`}</p>${button}${without}`)
}
