import type { Contract } from "../../contract/contract.ts"
import { DEFAULT_VERSION, VERSIONS, type Version } from "../../versions.ts"
import { Asset } from "../shared/asset.ts"
import { LANGUAGES, type Language } from "../shared/language.ts"
import { docsAsset } from "./assets.ts"
import { docsDocument } from "./document.ts"
import { type Guide, readGuides } from "./guides.ts"
import { GUIDES_POLICY, REFERENCE_POLICY } from "./layout.ts"
import { guidePage, homePage, referencePage } from "./pages.ts"
import { documentName } from "./reference.ts"
import { searchEntries } from "./search.ts"

const HTML = "text/html; charset=utf-8"
const JSON_TYPE = "application/json"

/** The content at an address of the documentation. `policy` is the Content-Security-Policy of a page. */
export type DocsFile = { asset: Asset; policy?: string }

/** What the documentation has in one language. */
export type DocsInLanguage = {
  home: DocsFile
  /** Returns the content at `/v1/docs/NAME` that depends on the language, or undefined if there is none. */
  at(name: string): DocsFile | undefined
  guide(name: string): DocsFile | undefined
}

export type DocsSite = {
  in(language: Language): DocsInLanguage
  /** Returns the content at `/v1/docs/NAME` that is the same in all languages, or undefined if there is none. */
  at(name: string): DocsFile | undefined
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
  const read = new Map<Language, Guide[]>()
  const guides = (language: Language) => {
    const known = read.get(language) ?? guidesOf(language)
    read.set(language, known)
    return known
  }
  const languages = Object.fromEntries(
    (Object.keys(LANGUAGES) as Language[]).map((language) => [language, docsIn(language, contract, guides, opensWith)]),
  ) as Record<Language, DocsInLanguage>
  const documents = Object.fromEntries(
    VERSIONS.map(({ date }) => [documentName(date), json(() => docsDocument(contract.at(date), baseUrl))]),
  )
  return {
    in: (language) => languages[language],
    at(name) {
      const asset = docsAsset(name)
      return asset ? { asset } : own(documents, name)
    },
  }
}

function docsIn(
  language: Language,
  contract: Contract,
  guidesIn: (language: Language) => Guide[],
  opensWith: Version,
): DocsInLanguage {
  const guides = () => guidesIn(language)
  const shown = {
    reference: page(() => referencePage(opensWith, language), REFERENCE_POLICY),
    "search.json": json(() => searchEntries(contract, language, guidesIn)),
  }
  const pages = new Map<string, DocsFile>()
  return {
    home: page(() => homePage(guides(), language)),
    at: (name) => own(shown, name),
    guide(name) {
      const guide = guides().find((each) => each.name === name)
      if (!guide) return undefined
      const known = pages.get(name) ?? page(() => guidePage(guides(), guide, contract, language))
      pages.set(name, known)
      return known
    },
  }
}

function own(files: Record<string, DocsFile>, name: string): DocsFile | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined
}

function page(render: () => Promise<string>, policy = GUIDES_POLICY): DocsFile {
  return { asset: new Asset(HTML, async () => Buffer.from(await render())), policy }
}

function json(content: () => object): DocsFile {
  return { asset: new Asset(JSON_TYPE, () => Buffer.from(JSON.stringify(content()))) }
}
