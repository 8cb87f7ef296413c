import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { readGuides } from "../../src/web/docs/guides.ts"
import { ROOT } from "../support/app/commands.ts"
import { differences, pageDifferences } from "./translations.ts"

const HELP = "Write in both languages what you change in one, in docs/guides and in docs/guides/pt."

const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

/** Reads the repository with one text of a file edited, which must be there. */
const edited = (file: string, from: string, to: string) => (path: string) => {
  const text = read(path)
  if (path !== file) return text
  if (!text.includes(from)) throw new Error(`${file} does not say "${from}".`)
  return text.replace(from, to)
}

describe("The guides in Portuguese", () => {
  it("have the sections, samples, links, names and numbers of the English ones", () => {
    expect(differences(), HELP).to.deep.equal([])
  })

  it("are in the same order and in the same groups", () => {
    const [en, pt] = [readGuides("en"), readGuides("pt")]
    expect(pt.map(({ name }) => name)).to.deep.equal(en.map(({ name }) => name))
    const front = (file: string) => read(file).match(/^order: \d+$/m)?.[0]
    for (const { name } of en) expect(front(`docs/guides/pt/${name}.md`), name).to.equal(front(`docs/guides/${name}.md`))
    const pairs = new Set(en.map(({ group }, at) => `${group} = ${pt[at]?.group}`))
    expect(pairs.size, [...pairs].join(", ")).to.equal(new Set(en.map(({ group }) => group)).size)
  })

  const cards = (section: string, english: string) => `docs/guides/pt/cards.md, "${section}" (in English "${english}"): `
  const server = cards("O servidor", "The server")
  for (const [what, from, to, found] of [
    ["a sample", "app.use(express.json())", "app.use(express.json({ strict: true }))", `${server}samples: only in English`],
    ["a link to another guide", "](webhooks.md)", "](pix.md)", `${server}links: only in English /v1/docs/guides/pix;`],
    ["a name in code", "so `connect-src`", "so `img-src`", `${server}names in code: only in English img-src; only in Portuguese`],
    ["a number in words", "of three digits", "of four digits", `${server}numbers: only in English 4; only in Portuguese 3`],
    ["a paragraph", "Start it, and", "It is short.\n\nStart it, and", `${server}paragraphs: `],
    [
      "a row",
      "| The fields stay",
      "| a | b | c |\n| The fields stay",
      `${cards("O que pode dar errado", "What can go wrong")}rows: `,
    ],
    [
      "an item of a list",
      "- `change` says",
      "- More.\n- `change` says",
      `${cards("Deixe do seu jeito", "Make it yours")}list items: `,
    ],
  ] as const)
    it(`are noticed to differ where ${what} changes in English only, with the section`, () => {
      const [first, ...others] = differences(edited("docs/guides/cards.md", from, to))
      expect([first?.slice(0, found.length), others]).to.deep.equal([found, []])
    })

  it("are noticed to differ where they alone change", () => {
    const found = differences(edited("docs/guides/pt/requests.md", "500 por minuto", "600 por minuto"))
    expect(found).to.deep.equal([
      'docs/guides/pt/requests.md, "Limites" (in English "Limits"): numbers: only in English 500; only in Portuguese 600',
    ])
  })

  for (const [what, from, to, found] of [
    [
      "gains a heading",
      "## 3. The server",
      "## 3. More\n\n## 4. The server",
      '"## Deixe do seu jeito" in the place of "## The server"',
    ],
    [
      "has a heading of another level",
      "## Make it yours",
      "### Make it yours",
      '"## Deixe do seu jeito" in the place of "### Make it yours"',
    ],
  ] as const)
    it(`are not rendered while an English guide ${what}`, () => {
      expect(() => differences(edited("docs/guides/cards.md", from, to))).to.throw(
        `docs/guides/pt/cards.md has ${found} in English, which has `,
      )
    })

  it("have the anchors of the English headings, so that a link to a heading works in every language", () => {
    const [en, pt] = [readGuides("en"), readGuides("pt")]
    const anchors = (guides: typeof en) => guides.map(({ sections }) => sections.map(({ id }) => id))
    expect(anchors(pt)).to.deep.equal(anchors(en))
    expect(pt.find(({ name }) => name === "boleto")?.html).to.include('href="/v1/docs/guides/pix#when-the-payer-does-not-pay"')
  })
})

describe("The READMEs in Portuguese", () => {
  for (const folder of ["", "src/sdk/package/"])
    it(`have the headings, samples, links, names and numbers of ${folder}README.md`, () => {
      expect(pageDifferences(`${folder}README.md`, `${folder}README.pt-BR.md`)).to.deep.equal([])
      expect(read(`${folder}README.md`).split("\n")[2]).to.equal("[Português](README.pt-BR.md)")
      expect(read(`${folder}README.pt-BR.md`).split("\n")[2]).to.equal("[English](README.md)")
    })

  it("are noticed to differ", () => {
    const found = pageDifferences("README.md", "src/sdk/package/README.pt-BR.md")
    for (const kind of ["headings", "samples", "links", "names in code", "numbers", "rows"])
      expect(found.join("\n")).to.include(`src/sdk/package/README.pt-BR.md: ${kind}: `)
  })
})
