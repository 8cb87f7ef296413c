// The texts of the dashboard are the objects `en` and `pt` of its files. The type `typeof en` makes Portuguese have the names of English.
import { globSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { expect } from "chai"
import ts from "typescript"

const ROOT = resolve(import.meta.dirname, "../..")
/** Texts that the code reads as a whole, with Object.entries. */
const READ_AS_A_WHOLE = ["src/web/dashboard/pages/keys/scopes.ts"]

type Text = ts.ObjectLiteralElementLike

function programOf(files: string[]): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    types: [],
  }
  return ts.createProgram(files, options)
}

/** The English texts of a file, with their names. */
function textsIn(file: ts.SourceFile): Map<Text, string> {
  const texts = new Map<Text, string>()
  const collect = (node: ts.Expression | undefined, path: string) => {
    if (!node || !ts.isObjectLiteralExpression(node)) return
    for (const property of node.properties) {
      const name = `${path}.${property.name?.getText()}`
      texts.set(property, name)
      if (ts.isPropertyAssignment(property)) collect(property.initializer, name)
    }
  }
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === "en") collect(node.initializer, relative(ROOT, file.fileName))
    else node.forEachChild(visit)
  }
  visit(file)
  return texts
}

/** The properties that an expression or a pattern reads. */
function propertiesReadBy(node: ts.Node, checker: ts.TypeChecker): (ts.Symbol | undefined)[] {
  if (ts.isPropertyAccessExpression(node)) return [checker.getSymbolAtLocation(node.name)]
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = (node.propertyName ?? node.name).getText()
    return [checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name)]
  }
  if (!ts.isElementAccessExpression(node)) return []
  const object = checker.getTypeAtLocation(node.expression)
  const name = checker.getTypeAtLocation(node.argumentExpression)
  const names = name.isUnion() ? name.types : [name]
  if (names.every((each) => each.isStringLiteral())) return names.map((each) => checker.getPropertyOfType(object, each.value))
  return object.getProperties()
}

describe("The texts of the dashboard", () => {
  it("are all shown somewhere", function () {
    this.timeout(120_000)
    const files = globSync("src/web/dashboard/**/*.ts", { cwd: ROOT }).map((file) => join(ROOT, file))
    const program = programOf(files)
    const checker = program.getTypeChecker()
    const sources = program.getSourceFiles().filter(({ fileName }) => files.includes(fileName))
    const texts = new Map(sources.flatMap((file) => [...textsIn(file)]))
    expect(texts.size).to.be.above(500)
    const visit = (node: ts.Node) => {
      for (const property of propertiesReadBy(node, checker))
        for (const declaration of property?.declarations ?? []) texts.delete(declaration as Text)
      node.forEachChild(visit)
    }
    for (const source of sources) visit(source)
    const unused = [...texts.values()].filter((name) => !READ_AS_A_WHOLE.some((file) => name.startsWith(`${file}.`)))
    expect(unused).to.deep.equal([])
  })
})
