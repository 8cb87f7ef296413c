import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { CONTRACT, copyProgram, type Generator, openapiGenerator, type Purpose, type Run } from "./generator.ts"

const PYTHON_CLIENT = "openapi-python-client==0.29.1"

/** Creates a virtual environment with the packages. */
const install = async (run: Run, ...packages: string[]) => {
  await run("python3", ["-m", "venv", "venv"])
  await run("venv/bin/pip", ["install", "-q", "--disable-pip-version-check", "mypy", ...packages])
}

const check = async (directory: string, run: Run, generator: string, purposes: Purpose[]) => {
  await run("venv/bin/python", ["-m", "compileall", "-q", "vintem"])
  for (const purpose of purposes) {
    copyProgram(generator, purpose, join(directory, `${purpose}.py`))
    await run("venv/bin/mypy", ["--ignore-missing-imports", "--follow-imports=silent", `${purpose}.py`])
  }
}

const start: Generator["start"] = (purpose, run, env) => run("venv/bin/python", [`${purpose}.py`], env)

export const PYTHON: Generator[] = [
  {
    name: "OpenAPI Generator, Python",
    needs: ["python3", "--version"],
    programs: ["payment", "additions"],
    build: async (directory, run) => {
      openapiGenerator("python", directory)
      await install(run, "-r", "requirements.txt")
      await check(directory, run, "openapi-generator", ["payment", "additions"])
    },
    start,
  },
  {
    name: "openapi-python-client",
    needs: ["python3", "--version"],
    programs: ["additions"],
    build: async (directory, run) => {
      await install(run, PYTHON_CLIENT)
      writeFileSync(join(directory, "config.yaml"), "package_name_override: vintem\npost_hooks: []\n")
      await run("venv/bin/openapi-python-client", [
        ...["generate", "--path", CONTRACT, "--config", "config.yaml", "--output-path", "client", "--fail-on-warning"],
      ])
      cpSync(join(directory, "client/vintem"), join(directory, "vintem"), { recursive: true })
      await check(directory, run, "openapi-python-client", ["additions"])
    },
    start,
  },
]
