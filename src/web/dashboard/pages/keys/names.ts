import { type ApiKey, keysOfIds } from "../../../../accounts/keys.ts"
import { modesOfAccount } from "../../../../modes/of-account.ts"
import { type Html, html } from "../../../shared/html.ts"
import { idText } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { accountPath } from "../../request/location.ts"
import { WORDS } from "./words.ts"

/** Returns how a key is named in a sentence: `key Checkout (…a1b2)`. A key of before names and visible parts has its id. */
export function keyName(request: DashboardRequest, { id, name, last4 }: Pick<ApiKey, "id" | "name" | "last4">): string {
  const words = request.words(WORDS)
  if (last4 === null) return `${words.aKey} ${id}`
  return name === null ? `${words.aKey} …${last4}` : `${words.aKey} ${name} (…${last4})`
}

/** The visible parts of a key, such as `zsk_test_Ab3d…a1b2`. */
export function visibleKey({ prefix, last4 }: Pick<ApiKey, "prefix" | "last4">): Html | false {
  return prefix !== null && html`<code>${prefix}…${last4}</code>`
}

/** A key by its name, with a link to its page. */
function keyLink(request: DashboardRequest, key: ApiKey): Html {
  return html`<a href="${accountPath({ account: request.location.account, mode: key.mode }, `/keys/${key.id}`)}">${keyName(request, key)}</a>`
}

/** Finds the keys of the account with some ids, in every mode. Ids of other accounts are left out. */
export async function findKeys(request: DashboardRequest, ids: readonly string[]): Promise<Map<string, ApiKey>> {
  const wanted = [...new Set(ids)].filter((id) => id.startsWith("key_"))
  if (wanted.length === 0) return new Map()
  const modes = await modesOfAccount(request.parts.modes, request.account)
  const lists = await Promise.all(modes.map(({ database }) => keysOfIds(database, request.account, wanted)))
  return new Map(lists.flat().map((key) => [key.id, key]))
}

/** A key of some found ones by its name, or else its id. */
export function keyLinkOrId(request: DashboardRequest, keys: ReadonlyMap<string, ApiKey>, id: string): Html {
  const key = keys.get(id)
  return key ? keyLink(request, key) : idText(id)
}
