// Renders docs/guides for the documentation. So the service itself needs no Markdown renderer, and renders nothing at its start.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { type Guide, guidePath } from "../../src/web/docs/guides.ts"
import { operationPath } from "../../src/web/docs/reference.ts"
import { LANGUAGES, type Language } from "../../src/web/shared/language.ts"
import { renderMarkdown } from "./guides/markdown.ts"
import { type Called, calledOperations, type Paths } from "./guides/operations.ts"
import { withAnchorsOf } from "./guides/translation.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** The folders of the guides. Their links are relative to these. A guide has the same file name in every language. */
export const GUIDES_FOLDERS: Record<Language, string> = { en: "docs/guides", pt: "docs/guides/pt" }

type FrontMatter = { title: string; summary: string; order: number; group: string; keywords?: string }
type Read = (file: string) => string

const readInRoot: Read = (file) => readFileSync(path.join(root, file), "utf8")

/** Writes `guides/` to `directory`: the rendered guides, in one file for each language. */
export function generateGuides(contract: URL, directory: string): void {
  mkdirSync(path.join(directory, "guides"), { recursive: true })
  for (const [language, guides] of Object.entries(renderGuides(readFileSync(contract, "utf8"))))
    writeFileSync(path.join(directory, `guides/${language}.json`), `${JSON.stringify(guides, null, 2)}\n`)
}

/**
 * Renders the guides of each language in reading order. `contract` is the text of openapi.yaml, to whose reference they link, and `read` reads
 * a file of the repository. Throws if a guide lacks a member of its front matter, links to a missing guide, heading or operation, or has
 * other headings than in English.
 */
export function renderGuides(contract: string, read = readInRoot): Record<Language, Guide[]> {
  const { paths } = load(contract) as { paths: Paths }
  const operations = calledOperations(paths)
  const en = renderLanguage("en", operations, read)
  const others = Object.keys(LANGUAGES).filter((each): each is Language => each !== "en")
  const translated = others.map((each) => [each, withAnchorsOf(en, renderLanguage(each, operations, read), GUIDES_FOLDERS[each])])
  return { en, ...Object.fromEntries(translated) }
}

function renderLanguage(language: Language, operations: ReturnType<typeof calledOperations>, read: Read): Guide[] {
  const folder = GUIDES_FOLDERS[language]
  const addresses = new Map(operations.all.map((operation) => [operation.operationId, operationPath(operation)]))
  const files = globSync("*.md", { cwd: path.join(root, folder) }).sort()
  const ordered = files
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, ...parts(file, read) }))
    .sort((a, b) => a.order - b.order || (a.file < b.file ? -1 : 1))
  const guides = ordered.map(({ file, title, summary, group, keywords, markdown }): Guide => {
    const rendered = renderMarkdown(markdown, language, (link) => target(file, link, addresses))
    return { name: nameOf(file), title, summary, group, keywords, ...rendered, operations: called(operations, markdown) }
  })
  refuseDeadLinks(guides, folder)
  return guides
}

const nameOf = (file: string) => path.basename(file, ".md")

const called = ({ find }: { find: (markdown: string) => Called[] }, markdown: string) =>
  find(markdown).map(({ operationId }) => operationId)

function parts(file: string, read: Read): FrontMatter & { markdown: string } {
  const [, front, markdown] = read(file).match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  const { title, summary, order, group, keywords } = (front ? load(front) : {}) as Partial<FrontMatter>
  if (!markdown || !title || !summary || !order || !group)
    throw new Error(`${file} must begin with front matter that has a title, a summary, an order and a group.`)
  return { title, summary, order, group, keywords, markdown }
}

/** Returns the target of a guide's link on the site. Undefined for a file of the repository, which the site does not show. */
function target(file: string, link: string, operations: Map<string, string>): string | undefined {
  if (/^https?:/.test(link) || link.startsWith("#")) return link
  const [to, anchor] = link.split("#") as [string, string?]
  const found = path.join(path.dirname(file), to)
  if (found === "openapi.yaml" && anchor && !operations.has(anchor))
    throw new Error(`${file} links to the operation ${anchor}, which openapi.yaml does not have.`)
  if (found === "openapi.yaml") return anchor ? operations.get(anchor) : "/v1/docs/reference"
  if (path.dirname(found) !== path.dirname(file)) return undefined
  return guidePath(nameOf(found)) + (anchor ? `#${anchor}` : "")
}

/** Checks links within a page, and from page to page. Links to the reference are made from the contract, so they cannot be dead. */
function refuseDeadLinks(guides: Guide[], folder: string): void {
  const anchors = new Set(
    guides.flatMap(({ name, sections }) => ["", ...sections.map(({ id }) => id)].map((id) => `${name}#${id}`)),
  )
  const dead = guides.flatMap(({ name, html }) =>
    [...html.matchAll(/ href="(?:\/v1\/docs\/guides\/([\w-]+))?(?:#([^"]*))?"/g)]
      .filter(([, page = name, id = ""]) => !anchors.has(`${page}#${id}`))
      .map(([link]) => `${folder}/${name}.md:${link}`),
  )
  if (dead.length > 0) throw new Error(`These links of guides lead nowhere:\n${dead.join("\n")}`)
}
