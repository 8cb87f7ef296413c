import type { Guide, Section } from "../../../src/web/docs/guides.ts"

/**
 * Returns translated guides whose headings have the anchors of the English ones, and whose links lead there. So a link to a heading works in
 * every language. Throws if a guide has other headings than in English. `folder` is that of the translation.
 */
export function withAnchorsOf(english: Guide[], translated: Guide[], folder: string): Guide[] {
  const problems = english.flatMap((guide) => headingProblems(guide, translated, folder))
  const unknown = translated.filter(({ name }) => !english.some((each) => each.name === name))
  problems.push(...unknown.map(({ name }) => `${folder}/${name}.md: there is no docs/guides/${name}.md.`))
  if (problems.length > 0) throw new Error(`These guides differ from the English ones:\n${problems.join("\n")}`)

  const pairs = english.map((guide) => [guide, translated.find(({ name }) => name === guide.name) as Guide] as const)
  const anchors = new Map(
    pairs.flatMap(([guide, own]) =>
      own.sections.map(({ id }, at) => [`${guide.name}#${id}`, (guide.sections[at] as Section).id] as const),
    ),
  )
  return pairs.map(([guide, own]) => ({
    ...own,
    sections: own.sections.map((section, at) => ({ ...section, id: (guide.sections[at] as Section).id })),
    html: own.html
      .replace(/(<h\d id=")([^"]*)"/g, (_, start, id) => `${start}${anchors.get(`${own.name}#${id}`)}"`)
      .replace(/( href="(?:\/v1\/docs\/guides\/([\w-]+))?#)([^"]*)"/g, (_, start, page, id) => {
        return `${start}${anchors.get(`${page ?? own.name}#${id}`)}"`
      }),
  }))
}

/** The level of a heading and the number of its step, which are the same in every language. */
const placeOf = ({ level, id }: Section) => `${level} ${id.match(/^\d+(?=-)/)?.[0]}`

/** Returns the first heading of a guide that differs in its level or number, or is missing. */
function headingProblems({ name, sections }: Guide, translated: Guide[], folder: string): string[] {
  const own = translated.find((each) => each.name === name)?.sections
  if (!own) return [`${folder}/${name}.md is missing.`]
  const at = sections.findIndex((section, index) => !own[index] || placeOf(section) !== placeOf(own[index]))
  const [wanted, found] = at >= 0 ? [sections[at], own[at]] : [undefined, own[sections.length]]
  if (!wanted && !found) return []
  const show = (section?: Section) => (section ? `"${"#".repeat(section.level)} ${section.title}"` : "nothing")
  return [
    `${folder}/${name}.md has ${show(found)} in the place of ${show(wanted)} in English, which has ${sections.length - 1} headings.`,
  ]
}
