import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import ts from "typescript"
import type { Import } from "./circles.ts"

/** Returns the imports of files by the TypeScript files in some folders of the repository, including those of types. */
export function findImports(root: string, folders: readonly string[]): Import[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }).sort())
    .flatMap((file) => importsIn(file, readFileSync(join(root, file), "utf8")))
}

/** Returns the imports in the text of a file that name a file. Those of packages do not. */
export function importsIn(file: string, text: string): Import[] {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName, pos }) => ({
      from: file,
      line: text.slice(0, pos).split("\n").length,
      to: posix.join(posix.dirname(file), fileName),
    }))
}
