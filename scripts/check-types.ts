// Checks types like `tsc -p` for each project, and finds floating promises in the same pass. Biome's rule for these does not see the types
// of node: modules and @types packages, where most promises come from.
import { relative, resolve } from "node:path"
import ts from "typescript"

const ROOT = resolve(import.meta.dirname, "..")
/** src/browser uses a browser's types, and everything else uses Node's. */
const PROJECTS = ["tsconfig.json", "src/browser/tsconfig.json"]

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem: ts.Diagnostic) => fail([problem]) }
let found = 0
for (const project of PROJECTS) found += check(project)
process.exit(found ? 1 : 0)

/**
 * Prints the errors of a project. Returns their number. Once a project had none, only files are checked that have changed since, and those
 * that depend on them.
 */
function check(project: string): number {
  const tsBuildInfoFile = resolve(ROOT, ".cache/types", `${project.replaceAll("/", "-")}.tsbuildinfo`)
  const config = ts.getParsedCommandLineOfConfigFile(resolve(ROOT, project), { incremental: true, tsBuildInfoFile }, host)
  if (!config) process.exit(2)
  const { fileNames: rootNames, options } = config
  const program = ts.createIncrementalProgram({ rootNames, options })
  const ofConfig = [...config.errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()]
  const problems = [...ofConfig, ...program.getSyntacticDiagnostics()]
  const floating: string[] = []
  const own = new Set(rootNames)
  for (let next = checkNext(program); next; next = checkNext(program)) {
    const files = "fileName" in next.affected ? [next.affected] : next.affected.getSourceFiles()
    const checker = program.getProgram().getTypeChecker()
    for (const file of files) if (own.has(file.fileName)) floating.push(...floatingPromises(file, checker))
  }
  // The loop above reports the changed files alone. Their importers are checked here.
  problems.push(...program.getSemanticDiagnostics())
  if (problems.length) fail(problems)
  for (const place of floating) console.error(`${place}: floating promise; await it, return it or mark it with void`)
  console.log(`types of ${project}: ${rootNames.length} files, ${problems.length} errors, ${floating.length} floating promises`)
  if (problems.length + floating.length === 0) program.emit()
  return problems.length + floating.length
}

function checkNext(program: ts.EmitAndSemanticDiagnosticsBuilderProgram) {
  return program.getSemanticDiagnosticsOfNextAffectedFile()
}

function floatingPromises(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && isPromise(node.expression, checker) && !isHandled(node.expression)) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push(`${relative(ROOT, file.fileName)}:${line + 1}:${character + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isPromise(node: ts.Expression, checker: ts.TypeChecker): boolean {
  if (!ts.isCallExpression(node) && !ts.isIdentifier(node)) return false
  const type = checker.getTypeAtLocation(node)
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => ["Promise", "PromiseLike"].includes(part.symbol?.name ?? ""))
}

/** `.catch(…)` and `.then(…, …)` handle a rejection. */
function isHandled(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const method = node.expression.name.text
  return method === "catch" || (method === "then" && node.arguments.length > 1)
}

function fail(diagnostics: readonly ts.Diagnostic[]): void {
  const format = process.stdout.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics
  console.error(
    format(diagnostics, {
      getCurrentDirectory: () => ROOT,
      getCanonicalFileName: (name) => name,
      getNewLine: () => "\n",
    }),
  )
}
