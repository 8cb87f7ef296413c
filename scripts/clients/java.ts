import { type Generator, openapiGenerator } from "./generator.ts"

export const JAVA: Generator[] = [
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
