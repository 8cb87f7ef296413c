// Everything that docs, comments, messages and help name must exist: files, links, commands, targets, variables and cited rules.
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { expect } from "chai"
import { program } from "../../src/cli/program.ts"
import { contract } from "../support/contract/openapi.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

const pages = globSync(["*.md", "docs/**/*.md", "src/**/*.md", ".github/**/*.md"], { cwd: ROOT })
const sources = globSync(["src/**/*.ts", "handlers/*.ts", "seeds/*.ts", "scripts/**/*.ts"], { cwd: ROOT })
const texts = [...pages, ...sources, "openapi.yaml", "Makefile"].map((file) => ({ file, text: read(file) }))

/** Returns what the pattern's first group matches in each text, with the file. */
function named(where: { file: string; text: string }[], pattern: RegExp): { file: string; name: string }[] {
  return where.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((match) => ({ file, name: match[1]! })))
}

const missing = (found: { file: string; name: string }[], exists: (name: string, file: string) => boolean) =>
  found.filter(({ name, file }) => !exists(name, file)).map(({ file, name }) => `${file}: ${name}`)

const isPage = ({ file }: { file: string }) => file.endsWith(".md")

describe("References in docs, comments and messages", () => {
  it("links lead to files and headings that exist", () => {
    const links = named(texts.filter(isPage), /\]\((?!https?:|mailto:)([^)\s]+)\)/g)
    const headings = (page: string) =>
      [...readFileSync(page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
        title!
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, "")
          .replaceAll(" ", "-"),
      )
    const exists = (link: string, file: string) => {
      const [path, anchor] = link.split("#") as [string, string?]
      const target = path ? resolve(ROOT, dirname(file), path) : join(ROOT, file)
      // The site leads from a guide to the operation. `make generate` checks that it exists.
      if (target === join(ROOT, "openapi.yaml")) return true
      return existsSync(target) && (!anchor || (statSync(target).isFile() && headings(target).includes(anchor)))
    }
    // The SDK's README links to files of the published package.
    expect(
      missing(
        links.filter(({ file }) => !file.startsWith("src/sdk/package/")),
        exists,
      ),
    ).to.deep.equal([])
  })

  it("paths lead to files that exist", () => {
    // The SDK generator names files in its own output folder.
    const paths = named(
      texts.filter(({ file }) => file !== "scripts/generate/sdk.ts"),
      /(?<![\w/.@-])((?:src|test|docs|scripts|handlers|seeds|generated)\/[\w./-]*\w\/?)/g,
    )
    const exists = (path: string) => existsSync(join(ROOT, path)) || globSync(`${path}*`, { cwd: ROOT }).length > 0
    expect(missing(paths, (path) => path.startsWith("generated/sdk/dist") || exists(path))).to.deep.equal([])
  })

  it("tests exist under the title that a page cites", () => {
    const cited = texts
      .filter(isPage)
      .flatMap(({ file, text }) =>
        [...text.matchAll(/`(test\/[\w/-]+)`((?:,? "[^"]+")+)/g)].flatMap(([, test, titles]) =>
          [...titles!.matchAll(/"([^"]+)"/g)].map(([, title]) => ({ file, name: `${test}: ${title}` })),
        ),
      )
    const exists = (name: string) => {
      const [, test, title] = name.match(/^(\S+): (.*)$/) as unknown as [string, string, string]
      const files = globSync(`${test}{,.sqlite,.postgres,.unit}.test.ts`, { cwd: ROOT })
      return files.some((file) => ['"', "`"].some((quote) => read(file).includes(`(${quote}${title}${quote},`)))
    }
    expect(missing(cited, exists)).to.deep.equal([])
    expect(cited).to.have.length.above(100)
  })

  it("tests are cited for every guarantee, for every risk of OWASP, and for every case of a PIX at a bank", () => {
    const rows = ["docs/threat-model.md", "docs/owasp-api.md", "docs/pix-cases.md"].flatMap((file) =>
      [...read(file).matchAll(/^\| (?:\*\*)?((?:[A-Z]|API)\d+)\b.*$/gm)].map(([row, name]) => ({ file, name: name!, row })),
    )
    expect(rows).to.have.length.above(80)
    expect(rows.filter(({ file }) => file === "docs/pix-cases.md")).to.have.lengthOf(40)
    expect(rows.filter(({ row }) => !/`test\/[\w/-]+` "/.test(row)).map(({ name }) => name)).to.deep.equal([])
  })

  it("make targets and npm scripts exist", () => {
    const targets = [...read("Makefile").matchAll(/^([a-z-]+):/gm)].map(([, name]) => name)
    const { scripts } = JSON.parse(read("package.json"))
    expect(missing(named(texts.filter(isPage), /(?:`|^ {4})make ([a-z-]+)/gm), (name) => targets.includes(name))).to.deep.equal(
      [],
    )
    expect(missing(named(texts, /npm run (?:-s )?([a-z][a-z:-]*)/g), (name) => name in scripts)).to.deep.equal([])
  })

  it("vintem commands and subcommands exist", () => {
    const commands = program().commands.flatMap((command) => [
      command.name(),
      ...command.commands.map((sub) => `${command.name()} ${sub.name()}`),
    ])
    const groups = program().commands.filter(({ commands }) => commands.length > 0)
    const exists = (line: string) => {
      const [first, second] = line.split(" ") as [string, string?]
      return commands.includes(groups.some((group) => group.name() === first) && second ? line : first)
    }
    // Matches commands in backticks, in messages and at the start of an indented line.
    const calls = named(texts, /(?:[`'(]|npm run -s |^ {4})vintem(?: --)? ([a-z][a-z-]*(?: [a-z]+)?)/gm)
    expect(missing(calls, exists)).to.deep.equal([])
  })

  it("environment variables and constants exist in the code", () => {
    const code = [...sources, ...globSync("test/**/*.ts", { cwd: ROOT }), "openapi.yaml", "Makefile"].map(read).join("\n")
    const names = named(texts.filter(isPage), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b[^`]*`/g)
    expect(missing(names, (name) => code.includes(name))).to.deep.equal([])
  })

  it("cited rules exist in this repository", () => {
    const operations = Object.values<Record<string, { operationId?: string }>>(contract.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    const sections = [...contract.info.description.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title)
    const schemas = Object.keys(contract.components.schemas)
    const known = [...operations, ...sections, ...schemas]
    const cited = named(
      texts.filter((each) => !isPage(each)),
      /openapi\.yaml, (?:section )?"?([A-Z][\w -]*\w|[a-z]+[A-Z]\w*)/g,
    )
    expect(missing(cited, (rule) => known.some((name) => name && rule.startsWith(name)))).to.deep.equal([])
    expect(missing(named(texts, /(Specification[,:)]|decisions? (?:section )?\d+)/g), () => false)).to.deep.equal([])
  })
})
