import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { CONTRACT, copyProgram, type Generator, openapiGenerator, type Purpose, type Run } from "./generator.ts"

const MODULE = "example.com/vintem"
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
const OGEN = "github.com/ogen-go/ogen/cmd/ogen@v1.24.0"

/**
 * ogen cannot read the resource of an event, because a later version of the service may send one that has no type yet. So it leaves out the
 * two operations that return events. The client alone is made, as a service would take as long again to compile.
 */
const OGEN_CONFIG = `generator:
  ignore_not_implemented: ["complex anyOf"]
  features:
    disable_all: true
    enable: [paths/client, client/request/validation]
`

const build = async (directory: string, run: Run, generator: string, purposes: Purpose[]) => {
  for (const purpose of purposes) copyProgram(generator, purpose, join(directory, purpose, "main.go"))
  await run("go", ["mod", "tidy"])
  await run("go", ["vet", "./..."])
  for (const purpose of purposes) await run("go", ["build", "-o", `bin/${purpose}`, `./${purpose}`])
}

const start: Generator["start"] = (purpose, run, env) => run(`bin/${purpose}`, [], env)

export const GO: Generator[] = [
  {
    name: "OpenAPI Generator, Go",
    needs: ["go", "version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      openapiGenerator("go", directory)
      // The generated tests are empty stubs.
      rmSync(join(directory, "test"), { recursive: true, force: true })
      await run("go", ["mod", "edit", "-module", MODULE])
      await build(directory, run, "openapi-generator", ["payment", "additions"])
    },
    start,
  },
  {
    name: "oapi-codegen",
    needs: ["go", "version"],
    programs: ["additions"],
    build: async (directory, run) => {
      await run("go", ["mod", "init", MODULE])
      await run("go", ["run", OAPI_CODEGEN, "-package", "vintem", "-o", "vintem.go", CONTRACT])
      await build(directory, run, "oapi-codegen", ["additions"])
    },
    start,
  },
  {
    name: "ogen",
    needs: ["go", "version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      await run("go", ["mod", "init", MODULE])
      writeFileSync(join(directory, "ogen.yml"), OGEN_CONFIG)
      await run("go", ["run", OGEN, "--config", "ogen.yml", "--target", "vintem", "--package", "vintem", CONTRACT])
      await build(directory, run, "ogen", ["payment", "additions"])
    },
    start,
    lacksEvents: true,
  },
]
