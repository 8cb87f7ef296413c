// The generators that `make clients` tries. Each has its default options, apart from names.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { runGenerator } from "../openapi-generator.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const CONTRACT = join(ROOT, "openapi.yaml")
const MODULE = "example.com/vintem"
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
const PYTHON_CLIENT = "openapi-python-client==0.29.1"

/** Runs a command in a directory and returns its output. If it fails, throws with the output. */
export type Run = (command: string, args: string[], env?: Record<string, string>) => Promise<string>

/** The purpose of a program: it takes a payment, or reads responses with additions that its client does not know. */
export type Purpose = "payment" | "additions"

export type Generator = {
  name: string
  /** Prints the version of the language. Fails if the language is not installed. */
  needs: [string, ...string[]]
  programs: Purpose[]
  /** Generates the client into an empty directory and compiles it, with its programs. */
  build(directory: string, run: Run): Promise<void>
  start(purpose: Purpose, run: Run, env: Record<string, string>): Promise<string>
}

const program = (generator: string, purpose: Purpose, extension: string) =>
  join(ROOT, `scripts/clients/${generator}-${purpose}.${extension}`)

/** Creates a virtual environment with the packages. */
const python = async (run: Run, ...packages: string[]) => {
  await run("python3", ["-m", "venv", "venv"])
  await run("venv/bin/pip", ["install", "-q", "--disable-pip-version-check", "mypy", ...packages])
}

const checkPython = async (directory: string, run: Run, generator: string, purposes: Purpose[]) => {
  await run("venv/bin/python", ["-m", "compileall", "-q", "vintem"])
  for (const purpose of purposes) {
    cpSync(program(generator, purpose, "py"), join(directory, `${purpose}.py`))
    await run("venv/bin/mypy", ["--ignore-missing-imports", "--follow-imports=silent", `${purpose}.py`])
  }
}

const buildGo = async (directory: string, run: Run, generator: string, purposes: Purpose[]) => {
  for (const purpose of purposes) {
    mkdirSync(join(directory, purpose))
    cpSync(program(generator, purpose, "go"), join(directory, purpose, "main.go"))
  }
  await run("go", ["mod", "tidy"])
  await run("go", ["vet", "./..."])
  for (const purpose of purposes) await run("go", ["build", "-o", `bin/${purpose}`, `./${purpose}`])
}

const startPython: Generator["start"] = (purpose, run, env) => run("venv/bin/python", [`${purpose}.py`], env)
const startGo: Generator["start"] = (purpose, run, env) => run(`bin/${purpose}`, [], env)

const openapiGenerator = (language: string, directory: string) =>
  runGenerator(["generate", "-g", language, "--package-name", "vintem", "-i", CONTRACT, "-o", directory])

export const GENERATORS: Generator[] = [
  {
    name: "OpenAPI Generator, Python",
    needs: ["python3", "--version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      openapiGenerator("python", directory)
      await python(run, "-r", "requirements.txt")
      await checkPython(directory, run, "openapi-generator", ["payment", "additions"])
    },
    start: startPython,
  },
  {
    name: "openapi-python-client",
    needs: ["python3", "--version"],
    programs: ["additions"],
    build: async (directory, run) => {
      await python(run, PYTHON_CLIENT)
      writeFileSync(join(directory, "config.yaml"), "package_name_override: vintem\npost_hooks: []\n")
      await run("venv/bin/openapi-python-client", [
        ...["generate", "--path", CONTRACT, "--config", "config.yaml", "--output-path", "client", "--fail-on-warning"],
      ])
      cpSync(join(directory, "client/vintem"), join(directory, "vintem"), { recursive: true })
      await checkPython(directory, run, "openapi-python-client", ["additions"])
    },
    start: startPython,
  },
  {
    name: "OpenAPI Generator, Go",
    needs: ["go", "version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      openapiGenerator("go", directory)
      // The generated tests are empty stubs.
      rmSync(join(directory, "test"), { recursive: true, force: true })
      await run("go", ["mod", "edit", "-module", MODULE])
      await buildGo(directory, run, "openapi-generator", ["payment", "additions"])
    },
    start: startGo,
  },
  {
    name: "oapi-codegen",
    needs: ["go", "version"],
    programs: ["additions"],
    build: async (directory, run) => {
      await run("go", ["mod", "init", MODULE])
      await run("go", ["run", OAPI_CODEGEN, "-package", "vintem", "-o", "vintem.go", CONTRACT])
      await buildGo(directory, run, "oapi-codegen", ["additions"])
    },
    start: startGo,
  },
  {
    name: "OpenAPI Generator, Java",
    needs: ["mvn", "--version"],
    programs: [],
    build: async (directory, run) => {
      openapiGenerator("java", directory)
      await run("mvn", ["-q", "-B", "-DskipTests", "compile"])
    },
    start: async () => "",
  },
]
