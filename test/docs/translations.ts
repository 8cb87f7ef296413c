// Compares the guides in English with those in Portuguese, section by section. Both have the same headings, samples, links, names in code,
// numbers, paragraphs, list items, rows and notes. The wording is for people to compare.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { GUIDES_FOLDERS, renderGuides } from "../../scripts/generate/guides.ts"
import type { Guide } from "../../src/web/docs/guides.ts"
import { ROOT } from "../support/app/commands.ts"

/** What a section has, by kind. Order counts in samples only. */
type Found = Record<string, string[]>

const readInRoot = (file: string) => readFileSync(join(ROOT, file), "utf8")
const contract = readInRoot("openapi.yaml")

/** Returns a line for each difference between a guide and its translation, with the section. `read` reads a file of the repository. */
export function differences(read = readInRoot): string[] {
  const { en, pt } = renderGuides(contract, read)
  return en.flatMap((guide, index) => {
    const own = pt[index]!
    const file = `${GUIDES_FOLDERS.pt}/${guide.name}.md`
    const wanted = sectionsOf(guide, read(`${GUIDES_FOLDERS.en}/${guide.name}.md`))
    const found = sectionsOf(own, read(file))
    return wanted.flatMap((section, at) => {
      const names = [own, guide].map(({ sections, title }) => sections[at]!.title || title)
      return compare(section, found[at]!).map((problem) => `${file}, "${names[0]}" (in English "${names[1]}"): ${problem}`)
    })
  })
}

/** Returns a line for each difference between a page and its translation, which need not be guides. */
export function pageDifferences(english: string, portuguese: string): string[] {
  const [wanted, found] = [english, portuguese].map((file) => {
    const page = readInRoot(file)
    const text = page.replace(/^```.*?^```$/gms, "")
    const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match!)
    return {
      headings: matches(/^(#+) /gm),
      samples: samplesOf(page).flat(),
      // Links to the other language, to guides in this one, and to headings of this page.
      links: matches(/\]\(([^)#]*)/g).map((link) =>
        link.replace("README.pt-BR.md", "README.md").replace("/guides/pt/", "/guides/"),
      ),
      "names in code": [...new Set(matches(/`([^`\n]+)`/g))].sort(),
      numbers: numbersIn(text.replace(/`[^`\n]+`|\]\([^)]*\)/g, "")),
      rows: [String(matches(/^(\|)/gm).length)],
    }
  })
  return compare(wanted!, found!).map((problem) => `${portuguese}: ${problem}`)
}

function compare(wanted: Found, found: Found): string[] {
  return Object.keys(wanted).flatMap((kind) => {
    const [english, portuguese] = [wanted[kind]!, found[kind]!]
    if (english.join("\0") === portuguese.join("\0")) return []
    const [less, more] = [without(english, portuguese), without(portuguese, english)]
    const parts = [
      less.length > 0 && `only in English ${less.join(", ")}`,
      more.length > 0 && `only in Portuguese ${more.join(", ")}`,
    ]
    return [`${kind}: ${parts.filter(Boolean).join("; ") || "another order"}`]
  })
}

/** Returns the items of a list that another one lacks, each as often as it is missing. */
function without(list: string[], other: string[]): string[] {
  const left = [...other]
  return list.filter((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function sectionsOf(guide: Guide, page: string): Found[] {
  const html = guide.html.split(/(?=<h\d id=")/)
  if (html[0]?.startsWith("<h")) html.unshift("")
  const samples = samplesOf(page)
  return guide.sections.map(({ text }, at) => {
    const count = (pattern: RegExp) => [String([...html[at]!.matchAll(pattern)].length)]
    const matches = (pattern: RegExp) => [...html[at]!.matchAll(pattern)].map(([, match]) => match!).sort()
    return {
      samples: samples[at]!,
      links: matches(/<a href="([^"]*)"/g),
      "names in code": [...new Set(matches(/<code>(.*?)<\/code>/g))],
      numbers: numbersIn(text),
      paragraphs: count(/<p\b/g),
      "list items": count(/<li>/g),
      rows: count(/<tr\b/g),
      notes: matches(/<aside class="([^"]*)"/g),
    }
  })
}

/** Returns the fenced blocks of each section. A picture (`text no-run`) is for people, so it only has the same height. */
function samplesOf(page: string): string[][] {
  const sections: string[][] = [[]]
  const parts = page.matchAll(/^( *)```[^\n]*\n.*?^\1```$|^#+ [^\n]*$/gms)
  for (const [part] of parts) {
    if (part.startsWith("#")) sections.push([])
    else
      sections
        .at(-1)!
        .push(part.startsWith("```text no-run\n") && part.includes("──") ? `a picture of ${part.split("\n").length} lines` : part)
  }
  return sections
}

const ENGLISH = "two|both|twice three four five six seven eight nine ten eleven twelve".split(" ")
const PORTUGUESE = "dois|duas três quatro cinco seis sete oito nove dez onze doze".split(" ")
const WORDS = new Map(
  [...ENGLISH.entries(), ...PORTUGUESE.entries()].flatMap(([index, words]) =>
    words.split("|").map((word) => [word, index + 2] as const),
  ),
)

/** Returns the numbers of a text, also from two to twelve in words. Languages write decimals and thousands in other ways, so signs do not count. */
function numbersIn(text: string): string[] {
  const digits = [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) => number.replace(/[.,]/g, ""))
  const words = [...text.toLowerCase().matchAll(/\p{L}+/gu)].flatMap(([word]) => WORDS.get(word) ?? [])
  return [...digits, ...words.map(String)].sort()
}
