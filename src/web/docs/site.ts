import type { Contract } from "../../contract/contract.ts"
import { DEFAULT_VERSION, VERSIONS, type Version } from "../../versions.ts"
import { Asset } from "../shared/asset.ts"
import { docsAsset } from "./assets.ts"
import { docsDocument } from "./document.ts"
import { readGuides } from "./guides.ts"
import { GUIDES_POLICY, REFERENCE_POLICY } from "./layout.ts"
import { guidePage, homePage, referencePage } from "./pages.ts"
import { documentName } from "./reference.ts"
import { searchEntries } from "./search.ts"

const HTML = "text/html; charset=utf-8"
const JSON_TYPE = "application/json"

/** The content at an address of the documentation. `policy` is the Content-Security-Policy of a page. */
export type DocsFile = { asset: Asset; policy?: string }

export type DocsSite = {
  home: DocsFile
  /** Returns the content at `/v1/docs/NAME`, or undefined if there is none. */
  at(name: string): DocsFile | undefined
  guide(name: string): DocsFile | undefined
}

type Options = {
  guidesOf?: typeof readGuides
  /** The version that the reference opens with. */
  opensWith?: Version
}

/** The documentation of a contract. `baseUrl` is the URL in the samples. Nothing is read or rendered before the first request. */
export function docsSite(
  contract: Contract,
  baseUrl: string,
  { guidesOf = readGuides, opensWith = DEFAULT_VERSION }: Options = {},
): DocsSite {
  let read: ReturnType<typeof readGuides> | undefined
  const guides = () => {
    read ??= guidesOf()
    return read
  }
  const pages = new Map<string, DocsFile>()
  const shown: Record<string, DocsFile> = {
    reference: { asset: new Asset(HTML, async () => Buffer.from(await referencePage(opensWith))), policy: REFERENCE_POLICY },
    ...Object.fromEntries(VERSIONS.map(({ date }) => [documentName(date), json(() => docsDocument(contract.at(date), baseUrl))])),
    "search.json": json(() => searchEntries(contract, guides())),
  }
  return {
    home: { asset: new Asset(HTML, async () => Buffer.from(await homePage(guides()))), policy: GUIDES_POLICY },
    at(name) {
      const asset = docsAsset(name)
      return asset ? { asset } : Object.hasOwn(shown, name) ? shown[name] : undefined
    },
    guide(name) {
      const guide = guides().find((each) => each.name === name)
      if (!guide) return undefined
      const page = pages.get(name) ?? {
        asset: new Asset(HTML, async () => Buffer.from(await guidePage(guides(), guide, contract))),
        policy: GUIDES_POLICY,
      }
      pages.set(name, page)
      return page
    },
  }
}

function json(content: () => object): DocsFile {
  return { asset: new Asset(JSON_TYPE, () => Buffer.from(JSON.stringify(content()))) }
}
