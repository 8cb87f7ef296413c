/** What no adapter should do, as sentences. What a test provokes on purpose, it allows. */
export function createMisuse() {
  const reported: string[] = []
  const allowed: RegExp[] = []
  return {
    report: (...texts: string[]): void => void reported.push(...texts),
    /** What matches is no misuse, whether it comes before or after this. */
    allow: (pattern: RegExp): void => void allowed.push(pattern),
    list: (): string[] => reported.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
export type Misuse = ReturnType<typeof createMisuse>
