import { execFile } from "node:child_process"

/** Runs npm in a folder with a lock file, and returns the JSON that it prints. Throws if it prints no JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is npm's
export function npmJson(folder: string, args: string[]): Promise<any> {
  const all = [...args, "--package-lock-only", "--loglevel=error"]
  const options = { cwd: folder, maxBuffer: 64 * 2 ** 20, timeout: 120_000 }
  return new Promise((resolve, reject) => {
    // npm audit exits with 1 if it finds something, so the status is not used.
    execFile("npm", all, options, (failure, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        reject(new Error(`npm ${args[0]} failed:\n${stderr}`, { cause: failure }))
      }
    })
  })
}
