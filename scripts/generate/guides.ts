// Renders docs/guides for the documentation. So the service itself needs no Markdown renderer, and renders nothing at its start.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { type Guide, guidePath } from "../../src/web/docs/guides.ts"
import { operationPath } from "../../src/web/docs/reference.ts"
import { renderMarkdown } from "./guides/markdown.ts"
import { type Called, calledOperations, type Paths } from "./guides/operations.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** The folder of the guides. Their links are relative to the documentation folder above it. */
export const GUIDES_FOLDER = path.join(root, "docs/guides")

type FrontMatter = { title: string; summary: string; order: number; group: string }

/** Writes `guides/` to `directory`: the rendered guides, in one file. */
export function generateGuides(contract: URL, directory: string): void {
  mkdirSync(path.join(directory, "guides"), { recursive: true })
  const guides = renderGuides(readFileSync(contract, "utf8"))
  writeFileSync(path.join(directory, "guides/guides.json"), `${JSON.stringify(guides, null, 2)}\n`)
}

/**
 * Renders the guides in reading order. `contract` is the text of openapi.yaml, to whose reference they link. Throws if a guide lacks a
 * member of its front matter, or links to a missing guide, heading or operation.
 */
export function renderGuides(contract: string): Guide[] {
  const { paths } = load(contract) as { paths: Paths }
  const operations = calledOperations(paths)
  const addresses = new Map(operations.all.map((operation) => [operation.operationId, operationPath(operation)]))
  const files = globSync("*.md", { cwd: GUIDES_FOLDER }).sort()
  const ordered = files.map((file) => ({ file, ...parts(file) })).sort((a, b) => a.order - b.order || (a.file < b.file ? -1 : 1))
  const guides = ordered.map(({ file, title, summary, group, markdown }): Guide => {
    const rendered = renderMarkdown(markdown, (link) => target(file, link, addresses))
    return { name: nameOf(file), title, summary, group, ...rendered, operations: called(operations, markdown) }
  })
  refuseDeadLinks(guides)
  return guides
}

const nameOf = (file: string) => path.basename(file, ".md")

const called = ({ find }: { find: (markdown: string) => Called[] }, markdown: string) =>
  find(markdown).map(({ operationId }) => operationId)

function parts(file: string): FrontMatter & { markdown: string } {
  const text = readFileSync(path.join(GUIDES_FOLDER, file), "utf8")
  const [, front, markdown] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  const { title, summary, order, group } = (front ? load(front) : {}) as Partial<FrontMatter>
  if (!markdown || !title || !summary || !order || !group)
    throw new Error(`docs/guides/${file} must begin with front matter that has a title, a summary, an order and a group.`)
  return { title, summary, order, group, markdown }
}

/** Returns the target of a guide's link on the site. Undefined for a file of the repository, which the site does not show. */
function target(file: string, link: string, operations: Map<string, string>): string | undefined {
  if (/^https?:/.test(link) || link.startsWith("#")) return link
  const [to, anchor] = link.split("#") as [string, string?]
  const found = path.relative(root, path.resolve(GUIDES_FOLDER, to))
  if (found === "openapi.yaml" && anchor && !operations.has(anchor))
    throw new Error(`docs/guides/${file} links to the operation ${anchor}, which openapi.yaml does not have.`)
  if (found === "openapi.yaml") return anchor ? operations.get(anchor) : "/v1/docs/reference"
  if (path.dirname(found) !== "docs/guides") return undefined
  return guidePath(nameOf(found)) + (anchor ? `#${anchor}` : "")
}

/** Checks links within a page, and from page to page. Links to the reference are made from the contract, so they cannot be dead. */
function refuseDeadLinks(guides: Guide[]): void {
  const anchors = new Set(
    guides.flatMap(({ name, sections }) => ["", ...sections.map(({ id }) => id)].map((id) => `${name}#${id}`)),
  )
  const dead = guides.flatMap(({ name, html }) =>
    [...html.matchAll(/ href="(?:\/v1\/docs\/guides\/([\w-]+))?(?:#([^"]*))?"/g)]
      .filter(([, page = name, id = ""]) => !anchors.has(`${page}#${id}`))
      .map(([link]) => `docs/guides/${name}.md:${link}`),
  )
  if (dead.length > 0) throw new Error(`These links of guides lead nowhere:\n${dead.join("\n")}`)
}
