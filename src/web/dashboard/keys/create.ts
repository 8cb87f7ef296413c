import { type ApiKey, createKey, type KeyKind, keyNameOf, MAX_KEY_NAME } from "../../../accounts/keys.ts"
import { ACCESS_SCOPES, type AccessScope } from "../../../accounts/scopes.ts"
import { ApiError } from "../../../base/errors.ts"
import { type Html, html } from "../../html.ts"
import type { Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { checkField, selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink, facts, idText } from "../shell/pieces.ts"
import { shownOnce } from "../shell/shown-once.ts"
import { SCOPE_WORDS, scopesIn } from "./scopes.ts"
import { WORDS } from "./words.ts"

const DAY_SECONDS = 86_400
const LIVES = [1, 7, 30, 90, 365]

/** Creates a key. The next page shows it, once. */
export function createChange(kind: KeyKind): Change<undefined> {
  return {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    ask: (at) => {
      const words = at.words(WORDS)
      return {
        title: words.createKind[kind],
        text: html`${words.uses[kind]} ${words.onceText}`,
        fields: html`${nameField(at)}${kind === "restricted" && scopeFields(at)}${lifeField(at)}`,
        button: words.createKind[kind],
        back: at.path("/keys"),
      }
    },
    make: async (at) => {
      const scopes = kind === "restricted" ? readScopes(at) : []
      const expires_at = readEnd(at)
      const name = readName(at)
      const key = await at.act({ action: "key.create" }, (tx, { mode, account }) =>
        createKey(tx, mode, { account, kind, scopes, expires_at, name }),
      )
      return madePage(at, key)
    },
  }
}

function scopeFields(at: At): Html {
  const words = at.words(WORDS)
  const groups = scopesIn(at.words(SCOPE_WORDS)).map(({ name, scopes }) => {
    const boxes = scopes.map(({ scope, access, allows }) =>
      checkField(at, { name: "scopes", value: scope, label: `${words[access]}: ${allows}` }),
    )
    return html`<fieldset><legend>${name}</legend>${boxes}</fieldset>`
  })
  return html`<div class="scopes">${groups}</div>`
}

function nameField(at: At): Html {
  const words = at.words(WORDS)
  return textField(at, { name: "name", label: words.name, hint: words.nameHint, maxlength: MAX_KEY_NAME })
}

function readName(at: At): string | null {
  const text = sentText(at, "name")
  if (text === "") return null
  const name = keyNameOf(text)
  if (name === undefined) throw new ApiError("parameter_invalid", at.words(WORDS).notName(MAX_KEY_NAME), "name")
  return name
}

function lifeField(at: At): Html {
  const words = at.words(WORDS)
  const options = [["", words.doesNotExpire] as const, ...LIVES.map((days) => [String(days), words.days(days)] as const)]
  return selectField(at, { name: "life", label: words.validFor, options })
}

function readScopes(at: At): AccessScope[] {
  const words = at.words(WORDS)
  const chosen = [...new Set(at.form.getAll("scopes"))]
  if (chosen.length === 0) throw new ApiError("parameter_missing", words.chooseScopes, "scopes")
  if (!chosen.every((scope) => ACCESS_SCOPES.includes(scope as AccessScope)))
    throw new ApiError("parameter_invalid", words.unknownChoice, "scopes")
  return chosen as AccessScope[]
}

/** Returns when the key expires, in Unix seconds of real time. */
function readEnd(at: At): number | null {
  const days = at.form.get("life") ?? ""
  if (days === "") return null
  if (!LIVES.map(String).includes(days)) throw new ApiError("parameter_invalid", at.words(WORDS).unknownChoice, "life")
  return Math.floor(at.mode.clock.now() / 1000) + Number(days) * DAY_SECONDS
}

function madePage(at: At, { id, kind, name, scopes, expires_at, key }: ApiKey & { key: string }): Page {
  const words = at.words(WORDS)
  const known = facts([
    [words.name, name],
    [words.kind, words.kinds[kind]],
    [words.id, idText(id)],
    [words.scopes, scopes.length > 0 && scopes.join(", ")],
    [words.expires, expires_at === null ? words.never : at.when(expires_at)],
  ])
  return {
    title: words.made,
    body: html`${shownOnce(words.copyNow, key)}${known}<p class="actions">${buttonLink(at.path("/keys"), words.done)}</p>`,
  }
}
