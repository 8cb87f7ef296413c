import { type ApiKey, createKey } from "../../../../accounts/keys.ts"
import { ACCESS_SCOPES, type AccessScope } from "../../../../accounts/scopes.ts"
import type { KeyKind } from "../../../../accounts/tables.ts"
import { ApiError } from "../../../../base/errors.ts"
import { DEFAULT_VERSION } from "../../../../versions.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, facts, idText } from "../../components/basics.ts"
import { shownOnce } from "../../components/copyable.ts"
import type { Change } from "../../forms/change.ts"
import { checkboxField, selectField } from "../../forms/fields.ts"
import { versionField } from "../../forms/version-field.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { nameField, readName, readVersion } from "./fields.ts"
import { listScopes, SCOPE_WORDS } from "./scopes.ts"
import { WORDS } from "./words.ts"

const DAY_SECONDS = 86_400
const EXPIRY_DAYS = [1, 7, 30, 90, 365]

/** Creates a key. The next page shows it, once. */
export function createChange(kind: KeyKind): Change<undefined> {
  return {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    confirmation: (request) => {
      const words = request.words(WORDS)
      return {
        title: words.createKind[kind],
        text: html`${words.uses[kind]} ${words.onceText}`,
        fields: html`${nameField(request)}${versionField(request, words.versionOfRequests, DEFAULT_VERSION)}${kind === "restricted" && scopeFields(request)}${expiryField(request)}`,
        button: words.createKind[kind],
        back: request.pathTo("/keys"),
      }
    },
    make: async (request) => {
      const scopes = kind === "restricted" ? readScopes(request) : []
      const expires_at = readExpiry(request)
      const name = readName(request)
      const version = readVersion(request)
      const key = await request.runAction({ action: "key.create" }, (tx, { mode, account }) =>
        createKey(tx, mode, { account, kind, scopes, version, expires_at, name }),
      )
      return createdPage(request, key)
    },
  }
}

function scopeFields(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const groups = listScopes(request.words(SCOPE_WORDS)).map(({ name, scopes }) => {
    const boxes = scopes.map(({ scope, access, allows }) =>
      checkboxField(request, { name: "scopes", value: scope, label: `${words.access[access]}: ${allows}` }),
    )
    return html`<fieldset><legend>${name}</legend>${boxes}</fieldset>`
  })
  return html`<div class="scopes">${groups}</div>`
}

function expiryField(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  const options = [["", words.doesNotExpire] as const, ...EXPIRY_DAYS.map((days) => [String(days), words.days(days)] as const)]
  return selectField(request, { name: "life", label: words.validFor, options })
}

function readScopes(request: DashboardRequest): AccessScope[] {
  const words = request.words(WORDS)
  const chosen = [...new Set(request.form.getAll("scopes"))]
  if (chosen.length === 0) throw new ApiError("parameter_missing", words.chooseScopes, "scopes")
  if (!chosen.every((scope) => ACCESS_SCOPES.includes(scope as AccessScope)))
    throw new ApiError("parameter_invalid", words.unknownChoice, "scopes")
  return chosen as AccessScope[]
}

/** Returns when the key expires, in Unix seconds of real time. */
function readExpiry(request: DashboardRequest): number | null {
  const days = request.form.get("life") ?? ""
  if (days === "") return null
  if (!EXPIRY_DAYS.map(String).includes(days)) throw new ApiError("parameter_invalid", request.words(WORDS).unknownChoice, "life")
  return Math.floor(request.mode.clock.now() / 1000) + Number(days) * DAY_SECONDS
}

function createdPage(request: DashboardRequest, created: ApiKey & { key: string }): Page {
  const { id, kind, name, scopes, service_version, expires_at, key } = created
  const words = request.words(WORDS)
  const known = facts([
    [words.name, name],
    [words.kind, words.kinds[kind]],
    [words.id, idText(id)],
    [words.version, service_version],
    [words.scopes, scopes.length > 0 && scopes.join(", ")],
    [words.expires, expires_at === null ? words.never : request.dateTime(expires_at)],
  ])
  return {
    title: words.made,
    body: html`${shownOnce(words.copyNow, key)}${known}<p class="actions">${buttonLink(request.pathTo("/keys"), words.done)}</p>`,
  }
}
