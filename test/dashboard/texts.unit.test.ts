// The texts of the dashboard are the objects `en` and `pt` of its files. The type `typeof en` makes Portuguese have the names of English.
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { expect } from "chai"
import ts from "typescript"

const ROOT = resolve(import.meta.dirname, "../..")
/** Texts that the code reads as a whole: with Object.entries, or by all names of a list. */
const READ_AS_A_WHOLE = ["src/web/dashboard/pages/keys/scopes.ts", "src/web/dashboard/pages/payments/reference-facts.ts"]

/** The names of the English texts of a file: `save`, and `create.title` for a text within an object. */
function textsIn(file: ts.SourceFile): string[][] {
  const texts: string[][] = []
  const collect = (node: ts.Expression | undefined, path: string[]) => {
    if (!node || !ts.isObjectLiteralExpression(node)) return
    for (const property of node.properties) {
      const name = [...path, property.name?.getText() ?? ""]
      texts.push(name)
      if (ts.isPropertyAssignment(property)) collect(property.initializer, name)
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === "en") collect(node.initializer, [])
    else node.forEachChild(visit)
  }
  visit(file)
  return texts
}

/** What a file reads from objects: the names that it reads, and the names of objects of which it reads a member by a variable. */
type Reads = { names: Set<string>; whole: Set<string>; patterns: RegExp[] }

function readsIn(file: ts.SourceFile): Reads {
  const reads: Reads = { names: new Set(), whole: new Set(), patterns: [] }
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node)) reads.names.add(node.name.text)
    else if (ts.isBindingElement(node)) reads.names.add((node.propertyName ?? node.name).getText())
    // The name of a text may be the value of a variable.
    else if (ts.isStringLiteral(node)) reads.names.add(node.text)
    else if (ts.isElementAccessExpression(node)) {
      const { expression, argumentExpression: argument } = node
      if (ts.isPropertyAccessExpression(expression)) reads.whole.add(expression.name.text)
      if (ts.isTemplateExpression(argument)) reads.patterns.push(patternOf(argument))
    }
    node.forEachChild(visit)
  }
  visit(file)
  return reads
}

function patternOf({ head, templateSpans }: ts.TemplateExpression): RegExp {
  return new RegExp(`^${[head.text, ...templateSpans.map(({ literal }) => literal.text)].join(".+")}$`)
}

/** The files of the dashboard that a file imports. */
function importsOf(file: ts.SourceFile): string[] {
  const imports = file.statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier }) => moduleSpecifier as ts.StringLiteral)
  return imports.map(({ text }) => resolve(dirname(file.fileName), text))
}

function isRead(path: string[], { names, whole, patterns }: Reads): boolean {
  const name = path.at(-1) as string
  return names.has(name) || patterns.some((pattern) => pattern.test(name)) || path.slice(0, -1).some((each) => whole.has(each))
}

describe("The texts of the dashboard", () => {
  it("are all read somewhere", () => {
    const files = globSync("src/web/dashboard/**/*.ts", { cwd: ROOT }).map((file) => join(ROOT, file))
    const sources = files.map((file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true))
    const readers = sources.map((source) => ({ files: [source.fileName, ...importsOf(source)], reads: readsIn(source) }))
    const texts = sources.flatMap((source) => textsIn(source).map((path) => ({ file: source.fileName, path })))
    expect(texts.length).to.be.above(500)
    const unread = texts.filter(
      ({ file, path }) => !readers.some((reader) => reader.files.includes(file) && isRead(path, reader.reads)),
    )
    const names = unread.map(({ file, path }) => `${relative(ROOT, file)}: ${path.join(".")}`)
    expect(names.filter((name) => !READ_AS_A_WHOLE.some((file) => name.startsWith(`${file}:`)))).to.deep.equal([])
  })
})
