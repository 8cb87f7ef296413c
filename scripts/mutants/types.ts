// Finds the mutants that the type checker rejects. No such change can be merged, so no test has to notice it.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import ts from "typescript"
import { type Mutant, mutated } from "./mutate.ts"

const ROOT = resolve(import.meta.dirname, "../..")

/** Returns a function that tells whether TypeScript rejects the mutated file. It does not check files that import that file. */
export function typeChecker(): (mutant: Mutant) => boolean {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(resolve(ROOT, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  )
  let edited: { file: string; text: string } | undefined
  let version = 0
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => (file === edited?.file ? `edit ${version}` : "0"),
    getScriptSnapshot: (file) => {
      const text = file === edited?.file ? edited.text : ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  return (mutant) => {
    const file = resolve(ROOT, mutant.file)
    edited = { file, text: mutated(readFileSync(file, "utf8"), mutant) }
    version++
    return service.getSyntacticDiagnostics(file).length > 0 || service.getSemanticDiagnostics(file).length > 0
  }
}
